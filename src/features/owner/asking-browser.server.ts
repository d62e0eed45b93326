import { randomBytes } from 'node:crypto';
import { ownCookieOf, setCookie } from '../../platform/http/cookies.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';

const PURPOSE = 'owner-asked';
const MAX_AGE_SECONDS = 3600;
/** Tokens of invitations begin so. Nobody asked for them in a browser, so they are bound to none. */
export const INVITATION_PREFIX = 'i-';

const NAME = 'asked';

/** The mark of the browser that asks for a mail, and the cookie that keeps it; the mark of before stays. */
export function askingBrowser(headers: Headers, secure: boolean): { mark: string; cookie: string } {
  const kept = ownCookieOf(headers.get('cookie'), NAME, secure) ?? '';
  const mark = /^[\w-]{32}$/.test(kept) ? kept : randomBytes(24).toString('base64url');
  return { mark, cookie: setCookie(NAME, mark, { maxAge: MAX_AGE_SECONDS, secure, httpOnly: true }) };
}

/** A token that works only in the browser with this mark. */
export const boundToken = (token: string, mark: string, secret: string): string =>
  `${token}.${signatureOf(secret, PURPOSE, `${token}\n${mark}`)}`;

/** The token of a mailed link; null when the link was requested in another browser (ASVS 6.6.2). */
export function unboundToken(
  given: string,
  headers: Headers,
  parts: { secret: string; secure: boolean },
): string | null {
  if (given.startsWith(INVITATION_PREFIX)) return given;
  const [token = '', signature = ''] = given.split('.');
  const mark = ownCookieOf(headers.get('cookie'), NAME, parts.secure) ?? '';
  return mark && isSigned(parts.secret, PURPOSE, `${token}\n${mark}`, signature) ? token : null;
}
