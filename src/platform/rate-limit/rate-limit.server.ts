import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { Database } from '../database/database.server.ts';
import type { Schema } from '../database/schema.ts';
import { itemAt } from '../values/values.ts';

/** A store of rate-limiter-flexible in our own database, so that all processes count together. */
export class LimitStore extends RateLimiterStoreAbstract {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>, { points, seconds }: { points: number; seconds: number }) {
    // Beyond the limit a flood is refused from memory and writes nothing.
    super({ points, duration: seconds, keyPrefix: `${points}/${seconds}`, inMemoryBlockOnConsumed: points });
    this.#db = db;
  }

  async _upsert(key: string, points: number, durationMs: number): Promise<{ points: number; expires_at: number }> {
    const now = Date.now();
    const { rows } = await sql<{ points: number; expires_at: number }>`
      insert into limits (key, points, expires_at) values (${key}, ${points}, ${now + durationMs})
      on conflict (key) do update set
        points = case when limits.expires_at > ${now} then limits.points + excluded.points else excluded.points end,
        expires_at = case when limits.expires_at > ${now} then limits.expires_at else excluded.expires_at end
      returning points, expires_at`.execute(this.#db);
    return itemAt(rows, 0);
  }

  async _delete(key: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom('limits').where('key', '=', key).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  _getRateLimiterRes(
    _key: string,
    changed: number,
    { points, expires_at }: { points: number; expires_at: number },
  ): RateLimiterRes {
    const remaining = Math.max(this.points - points, 0);
    return new RateLimiterRes(remaining, Math.max(expires_at - Date.now(), 0), points, points === changed);
  }
}

/** Number of uses allowed within a number of seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

export type LimitResult = { ok: true; remaining: number } | { ok: false; retryAfterSeconds: number };

const stores = new WeakMap<Database, Map<string, LimitStore>>();

/**
 * Counts one more use of a key, such as `contact-me:${ipAddressGroup(ipAddress)}`, and returns whether it is within the
 * limit. Only a hash of the key is stored, because the key may contain an IP or email address.
 */
export async function limit(database: Database, key: string, { points, seconds }: Limit): Promise<LimitResult> {
  try {
    const { remainingPoints } = await storeOf(database, { points, seconds }).consume(hashOf(key));
    return { ok: true, remaining: remainingPoints };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
  }
}

/** Forgets the uses of a key, after a use that proved to be allowed; `of` is the limit they counted for. */
export async function forget(database: Database, key: string, of: Limit): Promise<void> {
  await storeOf(database, of).delete(hashOf(key));
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

function storeOf(database: Database, { points, seconds }: Limit): LimitStore {
  const known = stores.get(database) ?? new Map<string, LimitStore>();
  stores.set(database, known);
  const name = `${points}/${seconds}`;
  const store = known.get(name) ?? new LimitStore(database.db, { points, seconds });
  known.set(name, store);
  return store;
}

/** Too many uses, with the seconds until the next one. */
export type TooOften = { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** Counts a use under each of some keys; null as long as none of them is used up. */
export async function tooOften(
  database: Database,
  keys: readonly (readonly [key: string, most: Limit])[],
): Promise<TooOften | null> {
  for (const [key, most] of keys) {
    const result = await limit(database, key, most);
    if (!result.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: result.retryAfterSeconds };
  }
  return null;
}
