/** Whether a URL is one of this machine, which visitors cannot reach. */
export function isLocal(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname) || hostname.endsWith('.localhost');
}
