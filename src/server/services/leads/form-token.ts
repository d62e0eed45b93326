import { randomBytes } from 'node:crypto';
import { isSigned, signatureOf } from '../../platform/signing/signature.ts';

const DAY_MS = 86_400_000;

/** What a form page carries so that its answers are stored once: a random name and the moment it was made. */
export interface FormToken {
  name: string;
  issuedAt: number;
}

/** Makes the signed token of a form page: `{name}.{moment}.{signature}`. */
export function issueFormToken(secret: string, now = Date.now()): string {
  const text = `${randomBytes(16).toString('base64url')}.${now.toString(36)}`;
  return `${text}.${signatureOf(secret, 'form', text)}`;
}

/** Reads a token of ours; null when it is not signed by us or older than a day. */
export function readFormToken(secret: string, token: string, now = Date.now()): FormToken | null {
  const [name = '', moment = '', signature = ''] = token.slice(0, 200).split('.');
  if (!isSigned(secret, 'form', `${name}.${moment}`, signature)) return null;
  const issuedAt = Number.parseInt(moment, 36);
  return now - issuedAt < DAY_MS ? { name, issuedAt } : null;
}
