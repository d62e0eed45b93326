import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { LimitStore } from './limit-store.ts';

/** So many times in so many seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

export type LimitAnswer = { ok: true; remaining: number } | { ok: false; retryAfterSeconds: number };

const stores = new WeakMap<Database, Map<string, LimitStore>>();

/**
 * Counts one more use of a key, such as `contact-me:${addressGroup(address)}`, and says whether it is within the limit.
 * Kept is only a hash of the key: it may hold an IP or mail address.
 */
export async function limit(database: Database, key: string, { points, seconds }: Limit): Promise<LimitAnswer> {
  const hash = createHash('sha256').update(key).digest('base64url');
  try {
    const { remainingPoints } = await storeOf(database, { points, seconds }).consume(hash);
    return { ok: true, remaining: remainingPoints };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
  }
}

function storeOf(database: Database, { points, seconds }: Limit): LimitStore {
  const known = stores.get(database) ?? new Map<string, LimitStore>();
  stores.set(database, known);
  const name = `${points}/${seconds}`;
  const store = known.get(name) ?? new LimitStore(database.db, { points, seconds });
  known.set(name, store);
  return store;
}
