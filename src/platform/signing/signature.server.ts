import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs a text for one purpose: 43 characters, base64url. */
export function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

/** Whether a signature is that of a text for one purpose; takes equally long for a valid and an invalid one. */
export const isSigned = (secret: string, purpose: string, text: string, signature: string): boolean =>
  isExpected(signatureOf(secret, purpose, text), signature);

/** Whether a text is the expected one; takes equally long for any text of its length. */
export function isExpected(expected: string, given: string): boolean {
  const bytes = Buffer.from(expected);
  const other = Buffer.from(given);
  return bytes.length === other.length && timingSafeEqual(bytes, other);
}

const HOUR_MS = 3_600_000;

/**
 * A key that opens the preview of one path until a moment (milliseconds since 1970): `{moment in base 36}.{signature}`.
 */
export function previewKey({ path, until, secret }: { path: string; until: number; secret: string }): string {
  return `${until.toString(36)}.${signatureOf(secret, 'preview', `${path}\n${until}`)}`;
}

/** How long the key of a preview is valid by default. */
export const PREVIEW_MS = 24 * HOUR_MS;

/** Whether a key opens the preview of a path now. */
export function previewKeyIsValid({
  path,
  key,
  secret,
  now = Date.now(),
}: {
  path: string;
  key: string | null;
  secret: string;
  now?: number;
}): boolean {
  const [moment = '', given = ''] = (key ?? '').split('.');
  const until = /^[0-9a-z]{1,11}$/.test(moment) ? Number.parseInt(moment, 36) : 0;
  if (until < now) return false;
  return isSigned(secret, 'preview', `${path}\n${until}`, given);
}
