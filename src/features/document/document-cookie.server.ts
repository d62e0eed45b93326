import type { Ctx } from '../../content/site/ctx.server.ts';
import { setCookie } from '../../platform/http/cookies.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';

const MOST = 40;
const YEAR_SECONDS = 31_536_000;

/** Name of the cookie with the properties whose documents this browser requested. */
export const ASKED_COOKIE = 'documents';

/** The properties whose documents this browser requested earlier, by its signed cookie. */
export function askedBefore({ secret }: Pick<Ctx, 'secret'>, cookie: string | null): string[] {
  const [ids = '', signature = ''] = (cookie ?? '').slice(0, 1000).split('~');
  return ids && isSigned(secret, 'documents-asked', ids, signature) ? ids.split('.') : [];
}

/** The cookie after one more request for documents; it holds IDs of properties and nothing about a person. */
export function askedCookie(
  { secret, siteUrl }: Pick<Ctx, 'secret' | 'siteUrl'>,
  before: readonly string[],
  propertyId: string,
): string {
  const ids = [propertyId, ...before.filter((id) => id !== propertyId)].slice(0, MOST).join('.');
  const value = `${ids}~${signatureOf(secret, 'documents-asked', ids)}`;
  return setCookie(ASKED_COOKIE, value, { maxAge: YEAR_SECONDS, secure: siteUrl.startsWith('https:'), httpOnly: true });
}
