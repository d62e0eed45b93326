import { randomBytes } from 'node:crypto';

const MOST = 36 ** 3;
let lastMs = 0;
let sequence = 0;

/** A new ID that sorts by creation time and cannot be guessed: 9 characters of time, 3 of sequence, 25 random. */
export function newId(nowMs: number = Date.now()): string {
  // Within one millisecond the sequence keeps the order of creation.
  sequence = nowMs === lastMs ? (sequence + 1) % MOST : 0;
  lastMs = nowMs;
  const chance = BigInt(`0x${randomBytes(16).toString('hex')}`).toString(36);
  return `${nowMs.toString(36).padStart(9, '0')}${sequence.toString(36).padStart(3, '0')}${chance.padStart(25, '0')}`;
}
