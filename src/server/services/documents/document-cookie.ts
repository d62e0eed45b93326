import { isSigned, signatureOf } from '../../platform/signing/signature.ts';

const MOST = 40;
const YEAR_SECONDS = 31_536_000;

/** Name of the cookie that tells a browser which papers it asked for. */
export const ASKED_COOKIE = 'documents';

/** The homes whose papers this browser asked for before, by its signed cookie. */
export function askedBefore(secret: string, cookie: string | null): string[] {
  const [ids = '', signature = ''] = (cookie ?? '').slice(0, 1000).split('~');
  return ids && isSigned(secret, 'documents-asked', ids, signature) ? ids.split('.') : [];
}

/** The cookie after one more request; it holds numbers of homes and nothing of a person. */
export function askedCookie(secret: string, before: readonly string[], propertyId: string, isSecure: boolean): string {
  const ids = [propertyId, ...before.filter((id) => id !== propertyId)].slice(0, MOST).join('.');
  const value = `${ids}~${signatureOf(secret, 'documents-asked', ids)}`;
  return `${ASKED_COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
