/** Remembers the language chosen in the switcher and keeps the query string of the URL. */
class LanguageChoice extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (!link) return;
      try {
        localStorage.setItem('lang', link.hreflang);
      } catch {
        // Storage can be switched off; the URL still contains the language.
      }
      const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', ';secure'] : ['', ''];
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
      document.cookie = `${prefix}lang=${link.hreflang};path=/;max-age=31536000;samesite=lax${secure}`;
      link.search = location.search;
    });
  }
}
customElements.define('language-choice', LanguageChoice);
