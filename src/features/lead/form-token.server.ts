import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';

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

/**
 * Whether this signature is used for the first time. It is remembered until it expires (milliseconds since 1970), so
 * that replays are refused.
 */
export async function useOnce(db: Kysely<Schema>, signature: string, expiresAtMs: number): Promise<boolean> {
  const row = { signature, expires_at: new Date(expiresAtMs).toISOString() };
  const inserted = await db
    .insertInto('used_tokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .execute();
  return inserted.length > 0;
}
