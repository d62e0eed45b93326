import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../database/database.server.ts';
import type { AppFactor } from '../database/login-tables.ts';
import { forget, type TooOften, tooOften } from '../rate-limit/rate-limit.server.ts';
import { signatureOf } from '../signing/signature.server.ts';
import type { AccountKind } from './account-auth.server.ts';

const STEP_SECONDS = 30;
/** Tries per account; a code has six digits. */
const TRIES = { points: 5, seconds: 900 };
const RECOVERY_CODES = 10;
/** For how long a second factor counts as fresh. */
const FRESH_MS = 15 * 60_000;
/** Without vowels and without signs that are misread. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXZ';

/** The result of a second factor. */
export type FactorResult = { ok: true } | { ok: false; problem: 'code' } | TooOften;

/** Whether a second factor was shown a short while ago. */
export const isFreshFactor = (factorAt: string | null): boolean =>
  factorAt !== null && Date.now() - Date.parse(factorAt) < FRESH_MS;

/** A new key for an authenticator app, in base32. */
export const newTotpKey = (): string => new Secret({ size: 20 }).base32;

/** The URL of a key, which authenticator apps read as a QR code. */
export const totpUrl = (key: string, email: string, issuer: string): string => totpOf(key, email, issuer).toString();

const totpOf = (key: string, label = 'account', issuer = 'Studio') =>
  new TOTP({ secret: Secret.fromBase32(key), label, issuer, period: STEP_SECONDS, digits: 6, algorithm: 'SHA1' });

/**
 * The 30-second step whose code was entered; a clock may be one step off. Null for a wrong code, and for a step that is
 * not after the last one that was used.
 */
export function acceptedStep(key: string, code: string, lastStep: number | null, nowMs = Date.now()): number | null {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totpOf(key).validate({ token: digits, timestamp: nowMs, window: 1 });
  if (delta === null) return null;
  const step = Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

/** Encrypts a key for the database: AES-256-GCM, with a key of its own derived from the secret of the site. */
export function sealed(key: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url')).join('.');
}

/** Decrypts a key of the database; null when the secret of the site is another one by now. */
export function unsealed(stored: string, secret: string): string | null {
  const [nonce, tag, text] = stored.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !text) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), nonce);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const sealingKey = (secret: string) =>
  createHash('sha256')
    .update(signatureOf(secret, 'staff-factor', 'key'))
    .digest();

/** Ten codes, each of which replaces the second factor once; they are shown once and stored as hashes. */
export async function newRecoveryCodes(
  { db }: Pick<Database, 'db'>,
  { tables }: AccountKind,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  );
  await db.deleteFrom(tables.recoveryCodes).where('account_id', '=', accountId).execute();
  await db
    .insertInto(tables.recoveryCodes)
    .values(codes.map((code) => ({ account_id: accountId, hash: hashOf(code), used_at: null })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

const hashOf = (code: string) => createHash('sha256').update(`recovery:${code}`).digest('base64url');

/** Stores the key of an authenticator app with a first code of it; false when the code is wrong or an app is set up. */
export async function setUpApp(
  { db }: Pick<Database, 'db'>,
  { tables }: AccountKind,
  accountId: string,
  { key, code, secret }: { key: string; code: string; secret: string },
): Promise<boolean> {
  const step = /^[A-Z2-7]{16,64}$/.test(key) ? acceptedStep(key, code, null) : null;
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable(tables.accounts)
    .set({ totp_key: sealed(key, secret), totp_step: step })
    .where('id', '=', accountId)
    .where('totp_key', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the authenticator app, the recovery codes and the passkeys of an account. */
export async function removeFactors(
  { db }: Pick<Database, 'db'>,
  { tables }: AccountKind,
  accountId: string,
): Promise<void> {
  await db.updateTable(tables.accounts).set({ totp_key: null, totp_step: null }).where('id', '=', accountId).execute();
  await db.deleteFrom(tables.recoveryCodes).where('account_id', '=', accountId).execute();
  await db.deleteFrom(tables.passkeys).where('account_id', '=', accountId).execute();
}

/** Checks a code of the app or a recovery code; each works once, and five wrong ones end the tries for a while. */
export async function checkFactor(
  database: Database,
  kind: AccountKind,
  { id, totp_key, totp_step }: { id: string } & AppFactor,
  { code, secret, nowMs = Date.now() }: { code: string; secret: string; nowMs?: number },
): Promise<FactorResult> {
  const counted = `${kind.cookie}-factor:${id}`;
  const refusal = await tooOften(database, [[counted, TRIES]]);
  if (refusal) return refusal;
  const key = totp_key && unsealed(totp_key, secret);
  const step = key ? acceptedStep(key, code, totp_step, nowMs) : null;
  const isRight =
    step === null ? await useRecoveryCode(database, kind, id, code) : await useStep(database, kind, id, step);
  if (!isRight) return { ok: false, problem: 'code' };
  await forget(database, counted, TRIES);
  return { ok: true };
}

/** Of two requests with the same code, one is accepted. */
async function useStep({ db }: Database, { tables }: AccountKind, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(tables.accounts)
    .set({ totp_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function useRecoveryCode({ db }: Database, { tables }: AccountKind, id: string, given: string): Promise<boolean> {
  const code = given.toUpperCase().replace(/[\s-]/g, '');
  if (code.length !== 10) return false;
  const { numUpdatedRows } = await db
    .updateTable(tables.recoveryCodes)
    .set({ used_at: new Date().toISOString() })
    .where('account_id', '=', id)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
