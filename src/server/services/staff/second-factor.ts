import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../platform/database/database.ts';
import type { StaffRow } from '../../platform/database/staff-schema.ts';
import { limit } from '../../platform/rate-limit/rate-limit.ts';
import { signatureOf } from '../../platform/signing/signature.ts';
import type { FactorResult } from './staff.ts';

const STEP_SECONDS = 30;
/** Tries per account; a code has six digits. */
const TRIES = { points: 5, seconds: 900 };
const RECOVERY_CODES = 10;
/** Without vowels and without signs that are misread. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXZ';

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

/** Ten codes, each of which replaces the app once; they are shown once and stored as hashes. */
export async function newRecoveryCodes({ db }: Pick<Database, 'db'>, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  );
  await db.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  await db
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ staff_id: staffId, hash: hashOf(code), used_at: null })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

const hashOf = (code: string) => createHash('sha256').update(`recovery:${code}`).digest('base64url');

/** Checks a code of the app or a recovery code; each works once, and five wrong ones end the tries for a while. */
export async function checkFactor(
  database: Database,
  { id, totp_key, totp_step }: Pick<StaffRow, 'id' | 'totp_key' | 'totp_step'>,
  given: string,
  secret: string,
  nowMs = Date.now(),
): Promise<FactorResult> {
  const often = await limit(database, `staff-factor:${id}`, TRIES);
  if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
  const key = totp_key && unsealed(totp_key, secret);
  const step = key ? acceptedStep(key, given, totp_step, nowMs) : null;
  const isRight = step === null ? await useRecoveryCode(database, id, given) : await useStep(database, id, step);
  return isRight ? { ok: true } : { ok: false, problem: 'code' };
}

/** Of two requests with the same code, one is accepted. */
async function useStep({ db }: Database, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function useRecoveryCode({ db }: Database, id: string, given: string): Promise<boolean> {
  const code = given.toUpperCase().replace(/[\s-]/g, '');
  if (code.length !== 10) return false;
  const { numUpdatedRows } = await db
    .updateTable('staff_recovery_codes')
    .set({ used_at: new Date().toISOString() })
    .where('staff_id', '=', id)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
