/**
 * Milliseconds that a server asks to wait by its header Retry-After, in seconds or as a date; null when it says
 * nothing. Source: RFC 9110, section 10.2.3.
 */
export function retryAfterMs(header: string | null, nowMs: number = Date.now()): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
