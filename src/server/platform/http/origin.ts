import type { IncomingMessage } from 'node:http';

/**
 * Whether a request that changes data comes from a page of this site, whatever its content type. Without an Origin the
 * browser's Sec-Fetch-Site header counts; without both the request is refused.
 */
export function comesFromHere(
  { headers }: Pick<IncomingMessage, 'headers'>,
  siteUrl: string,
  siteUrlGiven: boolean,
): boolean {
  const { origin } = headers;
  if (typeof origin === 'string' && origin !== 'null') return originsOf(siteUrl, siteUrlGiven).includes(origin);
  return headers['sec-fetch-site'] === 'same-origin';
}

/** The origins under which this site is reached; without a SITE_URL the names of this machine for itself. */
function originsOf(siteUrl: string, siteUrlGiven: boolean): string[] {
  const { origin, port } = new URL(siteUrl);
  return siteUrlGiven ? [origin] : [origin, ...['127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)];
}
