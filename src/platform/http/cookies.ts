import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * The prefix of the name of a cookie: browsers accept such a cookie over HTTPS and from this host only (RFC 6265bis).
 */
const prefixOf = (secure: boolean, path: string) => (secure ? (path === '/' ? '__Host-' : '__Secure-') : '');

/**
 * The value of a cookie in a Cookie header, with or without prefix; null when it is absent. A cookie without prefix was
 * set before version 0.3, or over HTTP; a page of a subdomain could also have set it.
 */
export function cookieOf(header: string | null | undefined, name: string): string | null {
  const all = parseCookie(header ?? '');
  return all[`__Host-${name}`] ?? all[`__Secure-${name}`] ?? all[name] ?? null;
}

/** The value of a cookie that only this host can have set; null when it is absent. `secure`: the site is on HTTPS. */
export const ownCookieOf = (header: string | null | undefined, name: string, secure: boolean): string | null =>
  parseCookie(header ?? '')[prefixOf(secure, '/') + name] ?? null;

/** The value of a Set-Cookie header, for the whole site or one path of it; `maxAge` in seconds. */
export function setCookie(
  name: string,
  value: string,
  {
    maxAge,
    secure,
    httpOnly = false,
    path = '/',
  }: { maxAge: number; secure: boolean; httpOnly?: boolean; path?: string },
): string {
  const full = prefixOf(secure, path) + name;
  return stringifySetCookie({ name: full, value, path, maxAge, sameSite: 'lax', httpOnly, secure });
}
