import { type Remark, remark } from '../../i18n/remark.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
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
  const taken = new Set(rows.map((row) => row.property_id));
  // A property that editors made keeps its number.
  const isFree = (id: number) => !taken.has(id) && (!stored.has(id) || stored.get(id)!.data.Source === source);
  const taker = (id: number) => {
    const { source: other = 'hand' } = rows.find((row) => row.property_id === id) ?? {};
    return other === 'hand' || other === source ? null : other;
  };
  const moved = new Map<string, Remark>();
  const news: { source: string; source_id: string; property_id: number }[] = [];
  const give = (sourceId: string, id: number) => {
    taken.add(id);
    known.set(sourceId, id);
    news.push({ source, source_id: sourceId, property_id: id });
  };
  const unknown = [...new Set(properties.map(({ sourceId }) => sourceId))].filter((sourceId) => !known.has(sourceId));
  // Numbers first: a number that is given to another key must not be that of a later property.
  const others = unknown.filter((sourceId) => {
    const own = ownNumber(sourceId);
    if (own === null || !isFree(own)) return true;
    give(sourceId, own);
    return false;
  });
  let next = Math.max(0, ...taken, ...stored.keys());
  for (const sourceId of others) {
    next += 1;
    give(sourceId, next);
    const own = ownNumber(sourceId);
    if (own === null) continue;
    const taken = { number: own, next };
    const other = taker(own);
    moved.set(
      sourceId,
      other === null
        ? remark('REMARK_TAKEN_BY_HAND', taken)
        : remark('REMARK_TAKEN_BY_SOURCE', { ...taken, source: other }),
    );
  }
  if (!isDry && news.length > 0)
    for (let at = 0; at < news.length; at += AT_ONCE)
      await db
        .insertInto('import_ids')
        .values(news.slice(at, at + AT_ONCE))
        .execute();
  return properties.map((property) => {
    const id = known.get(property.sourceId)!;
    const note = moved.get(property.sourceId);
    const notes = note ? [note, ...property.notes] : property.notes;
    return { ...property, id, notes, facts: { ID: id, ...property.facts } };
  });
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
