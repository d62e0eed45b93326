import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a body was signed with a secret: the signature is the HMAC-SHA1 of the bytes in hexadecimal digits, as
 * SweepBright sends it in `X-Hook-Signature`. The comparison takes the same time for every signature.
 */
export function hookSignatureIsValid(body: Uint8Array, signature: string | null, secret: string): boolean {
  if (!/^[0-9a-f]{40}$/i.test(signature ?? '')) return false;
  return timingSafeEqual(createHmac('sha1', secret).update(body).digest(), Buffer.from(signature!, 'hex'));
}
