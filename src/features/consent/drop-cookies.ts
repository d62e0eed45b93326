/** Deletes the cookies of this site whose name matches, on this host and on every parent domain. */
export function dropCookies(names: RegExp): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, at) => labels.slice(at).join('.'));
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (!names.test(name)) continue;
    // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    for (const domain of ['', ...domains.map((one) => `;domain=${one}`)])
      document.cookie = `${name}=;path=/;max-age=0${domain}`;
    // biome-ignore-end lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  }
}
