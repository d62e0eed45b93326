import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { MOST_AUTHORS, SHARED_DAYS, type SharedList, type SharedListChange, type Writer } from './shortlist.ts';

const DAY_MS = 86_400_000;

/** What became of a change: `gone`: the list or the property is not there (any more); `full`: too many people write. */
export type SharedListResult = 'ok' | 'gone' | 'full';

/** Shares properties by a link; returns the token of the link. Only a hash of the token is stored. */
export async function createSharedList(
  { db }: Pick<Database, 'db'>,
  properties: readonly number[],
  nowMs = Date.now(),
): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const id = hashOf(token);
  await db.transaction().execute(async (transaction) => {
    const created_at = new Date(nowMs).toISOString();
    await transaction
      .insertInto('shared_lists')
      .values({ id, created_at, expires_at: endOf(nowMs) })
      .execute();
    const rows = properties.map((property, place) => ({ list_id: id, property_id: String(property), place }));
    await transaction.insertInto('shared_list_properties').values(rows).execute();
  });
  return token;
}

/** The shared list of a link; null when it was deleted or has expired. */
export async function findSharedList(
  { db }: Pick<Database, 'db'>,
  token: string,
  nowMs = Date.now(),
): Promise<(SharedList & { id: string }) | null> {
  const id = hashOf(token);
  const list = await current(db, id, nowMs);
  if (!list) return null;
  const properties = await db
    .selectFrom('shared_list_properties')
    .select('property_id')
    .where('list_id', '=', id)
    .orderBy('place')
    .execute();
  const marks = await db.selectFrom('shared_list_marks').selectAll().where('list_id', '=', id).orderBy('at').execute();
  return {
    id,
    expiresAt: list.expires_at,
    properties: properties.map(({ property_id }) => ({
      id: Number(property_id),
      marks: marks
        .filter((mark) => mark.property_id === property_id)
        .map(({ author, writer, liked, note }) => ({ author, writer, isLiked: liked === 1, note })),
    })),
  };
}

/** Changes the shared list of a link; doing it twice has the same effect as once. */
export function changeSharedList(
  { db }: Pick<Database, 'db'>,
  token: string,
  change: SharedListChange,
  nowMs = Date.now(),
): Promise<SharedListResult> {
  const id = hashOf(token);
  return db.transaction().execute(async (transaction) => {
    // The row is changed first: of two changes at the same time the second waits here.
    const { numUpdatedRows } = await transaction
      .updateTable('shared_lists')
      .set({ expires_at: endOf(nowMs) })
      .where('id', '=', id)
      .where('expires_at', '>', new Date(nowMs).toISOString())
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'gone';
    if (change.do === 'end') return end(transaction, id);
    if (change.do === 'remove') {
      const property_id = String(change.property);
      await transaction
        .deleteFrom('shared_list_marks')
        .where('list_id', '=', id)
        .where('property_id', '=', property_id)
        .execute();
      await transaction
        .deleteFrom('shared_list_properties')
        .where('list_id', '=', id)
        .where('property_id', '=', property_id)
        .execute();
      return 'ok';
    }
    return mark(transaction, id, change, nowMs);
  });
}

async function end(transaction: Transaction<Schema>, id: string): Promise<SharedListResult> {
  await transaction.deleteFrom('shared_list_marks').where('list_id', '=', id).execute();
  await transaction.deleteFrom('shared_list_properties').where('list_id', '=', id).execute();
  await transaction.deleteFrom('shared_lists').where('id', '=', id).execute();
  return 'ok';
}

async function mark(
  transaction: Transaction<Schema>,
  id: string,
  { writer: { name, secret }, said }: SharedListChange & { do: 'mark' },
  nowMs: number,
): Promise<SharedListResult> {
  const writer = writerOf(id, secret);
  const rows = await transaction
    .selectFrom('shared_list_properties')
    .select('property_id')
    .where('list_id', '=', id)
    .execute();
  const there = new Set(rows.map(({ property_id }) => Number(property_id)));
  const writers = await transaction
    .selectFrom('shared_list_marks')
    .select('writer')
    .distinct()
    .where('list_id', '=', id)
    .execute();
  if (writers.length >= MOST_AUTHORS && !writers.some((one) => one.writer === writer)) return 'full';
  for (const { property, isLiked, note } of said) {
    if (!there.has(property)) continue;
    const facts = { author: name, liked: isLiked ? 1 : 0, note, at: new Date(nowMs).toISOString() };
    const property_id = String(property);
    await transaction
      .insertInto('shared_list_marks')
      .values({ id: hashOf(`${writer} ${property}`), list_id: id, property_id, writer, ...facts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
      .execute();
  }
  return said.every(({ property }) => there.has(property)) ? 'ok' : 'gone';
}

/** The hash by which the marks of one browser on one list are known. */
const writerOf = (listId: string, secret: string): string => hashOf(`${listId} ${secret}`);

const current = (db: Database['db'], id: string, nowMs: number) =>
  db
    .selectFrom('shared_lists')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', new Date(nowMs).toISOString())
    .executeTakeFirst();

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const endOf = (nowMs: number): string => new Date(nowMs + SHARED_DAYS * DAY_MS).toISOString();

const HOUR = 3600;
const [CREATED, CHANGED] = [
  { points: 10, seconds: HOUR },
  { points: 200, seconds: HOUR },
];

type Parts = Pick<Ctx, 'database' | 'events'>;

async function isOften(ctx: Parts, what: string, ipAddress: string, of: typeof CREATED) {
  return !(await limit(ctx.database, `${what}:${ipAddressGroup(ipAddress)}`, of)).ok;
}

/** Shares properties; returns the token of the link, or null when this visitor shared too often. */
export async function create(ctx: Parts, properties: readonly number[], ipAddress: string): Promise<string | null> {
  if (await isOften(ctx, 'shared-list', ipAddress, CREATED)) return null;
  return createSharedList(ctx.database, properties);
}

/** The list of a link; a link that leads to none is logged. */
export async function find(ctx: Parts, token: string) {
  return ctx.events.opened('shared list', await findSharedList(ctx.database, token));
}

/** The hash of a writer on a list, which marks their hearts and notes; null for somebody without a name. */
export function writer(_ctx: Parts, list: { id: string }, writer: Writer | null) {
  return writer && writerOf(list.id, writer.secret);
}

/** What became of a change; `too-often` when this visitor changed too much. */
export async function change(ctx: Parts, token: string, change: SharedListChange, ipAddress: string) {
  if (await isOften(ctx, 'shared-list-change', ipAddress, CHANGED)) return 'too-often' as const;
  return changeSharedList(ctx.database, token, change);
}
