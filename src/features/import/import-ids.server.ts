import type { Selectable } from 'kysely';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { present } from '../../platform/values/values.ts';
import type { ImportedProperty } from '../property/property.ts';
import type { StoredProperty } from './property-file.server.ts';

/** A property of an export with its number on this site. */
export interface NumberedProperty extends ImportedProperty {
  id: number;
}

/**
 * Gives each property of an export its number on this site. A number of the CRM is taken over while it is free; any
 * other key gets the next free number. What was given once is remembered in `import_ids` and never given to another
 * property. A dry run remembers nothing.
 */
export async function numbered(
  { db }: Database,
  {
    source,
    properties,
    stored,
    isDry,
  }: {
    source: string;
    properties: readonly ImportedProperty[];
    stored: ReadonlyMap<number, Pick<StoredProperty, 'data'>>;
    isDry: boolean;
  },
): Promise<NumberedProperty[]> {
  const rows = await db.selectFrom('import_ids').selectAll().execute();
  const known = new Map(rows.filter((row) => row.source === source).map((row) => [row.source_id, row.property_id]));
  const unknown = new Set(properties.map(({ sourceId }) => sourceId)).difference(known);
  const news = newNumbers(unknown, { source, rows, stored });
  if (!isDry) await remember(db, source, news);
  return properties.map((property) => {
    const { sourceId, notes, facts } = property;
    const id = known.get(sourceId) ?? present(news.get(sourceId), sourceId);
    const note = news.has(sourceId) ? noteOfMove(sourceId, id, source, rows) : null;
    return { ...property, id, notes: note ? [note, ...notes] : notes, facts: { ID: id, ...facts } };
  });
}

type Row = Selectable<Schema['import_ids']>;

/** The numbers of keys that have none yet, in the order in which they are given. */
function newNumbers(
  keys: Iterable<string>,
  {
    source,
    rows,
    stored,
  }: { source: string; rows: readonly Row[]; stored: ReadonlyMap<number, Pick<StoredProperty, 'data'>> },
): Map<string, number> {
  const taken = new Set(rows.map((row) => row.property_id));
  const news = new Map<string, number>();
  // Numbers first: a number that is given to another key must not be that of a later property.
  const others = [...keys].filter((key) => {
    const own = ownNumber(key);
    if (own === null || taken.has(own)) return true;
    // A property that editors made keeps its number.
    const holder = stored.get(own);
    if (holder && holder.data.Source !== source) return true;
    taken.add(own);
    news.set(key, own);
    return false;
  });
  let next = Math.max(0, ...taken, ...stored.keys());
  for (const key of others) {
    next += 1;
    news.set(key, next);
  }
  return news;
}

/** What is said of a property whose key is the number of another one; null when it has its own number. */
function noteOfMove(sourceId: string, id: number, source: string, rows: readonly Row[]): Remark | null {
  const number = ownNumber(sourceId);
  if (number === null || number === id) return null;
  const other = rows.find((row) => row.property_id === number)?.source ?? 'hand';
  return other === 'hand' || other === source
    ? remark('REMARK_TAKEN_BY_HAND', { number, next: id })
    : remark('REMARK_TAKEN_BY_SOURCE', { number, next: id, source: other });
}

async function remember(db: Database['db'], source: string, news: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...news].map(([source_id, property_id]) => ({ source, source_id, property_id }));
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('import_ids')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

/** The number that a key of a CRM is; null when it is none. */
const ownNumber = (sourceId: string) => (/^[1-9]\d{0,8}$/.test(sourceId) ? Number(sourceId) : null);

/** The numbers on this site of properties of a CRM; one that never had a number is left out. */
export async function numbersOf(
  { db }: Database,
  source: string,
  sourceIds: readonly string[],
): Promise<ReadonlySet<number>> {
  if (sourceIds.length === 0) return new Set();
  const wanted = new Set(sourceIds);
  const rows = await db.selectFrom('import_ids').selectAll().where('source', '=', source).execute();
  return new Set(rows.filter((row) => wanted.has(row.source_id)).map((row) => row.property_id));
}

/** The IDs in a CRM of all properties that ever came from it. */
export async function knownIds({ db }: Database, source: string): Promise<string[]> {
  const rows = await db.selectFrom('import_ids').select('source_id').where('source', '=', source).execute();
  return rows.map((row) => row.source_id);
}

const AT_ONCE = 500;
