import { isSigned, signatureOf } from '../signed.ts';

const MONTH_MS = 30 * 86_400_000;

/** The token of the link with which the agency tells how a visit went; valid for 30 days. */
export function visitToken(secret: string, visitId: string, now = Date.now()): string {
  const payload = `${visitId}.${(now + MONTH_MS).toString(36)}`;
  return `${payload}.${signatureOf(secret, 'visit-feedback', payload)}`;
}

/** The visit a token is for; null when it is not ours or too old. */
export function readVisitToken(secret: string, token: string, now = Date.now()): string | null {
  const [visitId = '', until = '', signature = ''] = token.slice(0, 300).split('.');
  if (!isSigned(secret, 'visit-feedback', `${visitId}.${until}`, signature)) return null;
  return Number.parseInt(until, 36) > now ? visitId : null;
}
