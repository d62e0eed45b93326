import { parseCookie, stringifySetCookie } from 'cookie';

/** The value of a cookie in a Cookie header; null when it is absent. */
export function cookieOf(header: string | null | undefined, name: string): string | null {
  return parseCookie(header ?? '')[name] ?? null;
}

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
  return stringifySetCookie({ name, value, path, maxAge, sameSite: 'lax', httpOnly, secure });
}
