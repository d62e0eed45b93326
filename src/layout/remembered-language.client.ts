/**
 * Leads a visitor of "/" to the homepage in the language that this browser has stored, where the cookie that says so is
 * gone: browsers delete cookies sooner than what is stored.
 */
function leadToRememberedLanguage(): void {
  if (location.pathname !== '/' || /(?:^|; )(?:__Host-)?lang=/.test(document.cookie)) return;
  try {
    const code = localStorage.getItem('lang');
    if (code && code !== document.documentElement.lang)
      document.querySelector<HTMLAnchorElement>(`language-choice a[hreflang="${CSS.escape(code)}"]`)?.click();
  } catch {
    // Storage is switched off.
  }
}
leadToRememberedLanguage();
