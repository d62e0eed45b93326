/**
 * A URL that is safe to link to, with https prepended when it has no http, or null when it is not a URL.
 * @example webUrlOf('www.dorpel.be') // 'https://www.dorpel.be'
 * @example webUrlOf('javascript:alert(1)') // null
 */
export function webUrlOf(text: string): string | null {
  const given = text.trim();
  if (given === '' || /[\s\\<>"]/.test(given) || /^\/(?!\/)/.test(given)) return null;
  const path = /^https?:\/\//i.test(given) ? given : `https://${given.replace(/^\/\//, '')}`;
  const url = URL.canParse(path) ? new URL(path) : null;
  // With https prepended, "mailto:a@b.be" becomes a name and a password, and "ftp://b.be" a host without a dot.
  return url && url.username === '' && /[^.]\.[^.]/.test(url.hostname) ? path : null;
}
