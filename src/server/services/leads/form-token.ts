import { randomBytes } from 'node:crypto';
import { isSigned, signatureOf } from '../../platform/signing/signature.ts';

const DAY_MS = 86_400_000;

/** The token of a form page, by which its values are stored once: a random name and the moment it was created. */
export interface FormToken {
  name: string;
  issuedAt: number;
}

/** Creates the signed token of a form page: `{name}.{moment}.{signature}`. */
export function issueFormToken(secret: string, now = Date.now()): string {
  const text = `${randomBytes(16).toString('base64url')}.${now.toString(36)}`;
  return `${text}.${signatureOf(secret, 'form', text)}`;
}

/** Reads a form token; null when this site did not sign it or it is older than a day. */
export function readFormToken(secret: string, token: string, now = Date.now()): FormToken | null {
  const [name = '', moment = '', signature = ''] = token.slice(0, 200).split('.');
  if (!isSigned(secret, 'form', `${name}.${moment}`, signature)) return null;
  const issuedAt = Number.parseInt(moment, 36);
  return now - issuedAt < DAY_MS ? { name, issuedAt } : null;
}
