import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a body was signed with a secret: the signature is the HMAC-SHA1 of the bytes in hexadecimal digits, as
 * SweepBright sends it in `X-Hook-Signature`. The comparison takes the same time for every signature.
 */
export function hookSignatureIsValid(body: Uint8Array, signature: string | null, secret: string): boolean {
  if (!signature || !/^[0-9a-f]{40}$/i.test(signature)) return false;
  return timingSafeEqual(createHmac('sha1', secret).update(body).digest(), Buffer.from(signature, 'hex'));
}

/**
 * The key of a secret in the form of Standard Webhooks, such as `whsec_MDEyMzQ1…`; null when it has another form or is
 * shorter than 24 bytes. Source: standard-webhooks 1.0.0, "Signature scheme".
 */
export function webhookKeyOf(secret: string): Buffer | null {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (!base64) return null;
  const key = Buffer.from(base64, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}

/**
 * The headers that prove who sent a body and when; with several secrets one signature each, so that a secret can be
 * replaced without a gap. Without a secret there is no signature.
 */
export function webhookHeaders(
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.flatMap((secret) => {
    const key = webhookKeyOf(secret);
    return key ? [`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`] : [];
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}
