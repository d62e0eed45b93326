import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'sealed files', KEY_BYTES));

/** Bytes encrypted with the secret of the site, as base64; `name` is what they belong to, and opens nothing else. */
export function seal(bytes: Uint8Array, secret: string, name: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** The bytes that were sealed under a name; null when they were changed, or sealed with another secret. */
export function unseal(sealed: string, secret: string, name: string): Buffer | null {
  const all = Buffer.from(sealed, 'base64');
  const [end, nonce] = [all.length - TAG_BYTES, all.subarray(0, NONCE_BYTES)];
  if (end < NONCE_BYTES) return null;
  try {
    const opened = createDecipheriv(ALGORITHM, keyOf(secret), nonce).setAAD(Buffer.from(name));
    opened.setAuthTag(all.subarray(end));
    return Buffer.concat([opened.update(all.subarray(NONCE_BYTES, end)), opened.final()]);
  } catch {
    return null;
  }
}
