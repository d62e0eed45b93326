/** Removes the cookies of this site whose name fits, on this host and on every domain above it. */
export function dropCookies(names: RegExp): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, at) => labels.slice(at).join('.'));
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (!names.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    for (const domain of ['', ...domains.map((one) => `;domain=${one}`)])
      document.cookie = `${name}=;path=/;max-age=0${domain}`;
  }
}
