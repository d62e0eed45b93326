import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs a text for one purpose: 43 characters, base64url. */
export function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

/** Whether a signature is that of a text for one purpose; takes equally long for a valid and an invalid one. */
export function isSigned(secret: string, purpose: string, text: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, purpose, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
