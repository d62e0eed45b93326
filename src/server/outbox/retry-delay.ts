/**
 * Milliseconds until the next try: doubled after each failure up to the ceiling, less up to a third by chance, so
 * that mails which failed together are not tried together.
 * @example retryDelayMs({ attempts: 3, baseMs: 30_000, maxMs: 3_600_000, chance: 0 }) // 120_000
 */
export function retryDelayMs({
  attempts,
  baseMs,
  maxMs,
  chance = Math.random(),
}: {
  attempts: number;
  baseMs: number;
  maxMs: number;
  chance?: number;
}): number {
  const delayMs = Math.min(maxMs, baseMs * 2 ** Math.min(attempts - 1, 40));
  return Math.round(delayMs * (1 - chance / 3));
}
