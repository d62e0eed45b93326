import { changesBetween } from '../../content/changes/save-edit.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { contentVersions, textOfVersion } from '../../content/history/content-history.server.ts';
import { undoChange } from '../../content/history/undo-change.server.ts';
import { mayAddTo, mayChange } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import type { PastChange, RemovedThing } from './content-item.ts';
import type { ContentTools, Thing } from './content-store.server.ts';

const MOST = 60;

/** What happened to a thing, and undoing it. */
export function contentHistory({ database, writer }: ContentTools) {
  const dataOf = async (file: string, number: number): Promise<{ data: unknown; isReadable: boolean }> => {
    const text = await textOfVersion(database, file, number);
    if (text === null || text === undefined) return { data: null, isReadable: true };
    const { data, problem } = readJson(file, Buffer.from(text));
    return { data, isReadable: !problem };
  };
  const history = async (thing: Thing, person: StaffMember): Promise<PastChange[]> => {
    const versions = await contentVersions(database, { file: thing.file, most: MOST + 1 });
    const read = await Promise.all(versions.map(({ number }) => dataOf(thing.file, number)));
    const rowOf = (data: unknown) => (thing.row === null ? data : ((data as unknown[] | null)?.[thing.row] ?? null));
    return versions.slice(0, MOST).flatMap(({ number, at, who, source, isRemoval }, index): PastChange[] => {
      const [now, before] = [read[index]!, read[index + 1]];
      const about = { number, at, who, source };
      if (!before) return [{ ...about, kind: 'created', changes: [], canUndo: false }];
      if (isRemoval) return [{ ...about, kind: 'removed', changes: [], canUndo: false }];
      if (!now.isReadable || !before.isReadable) return [{ ...about, kind: 'unreadable', changes: [], canUndo: false }];
      if (before.data === null) return [{ ...about, kind: 'created', changes: [], canUndo: false }];
      const changes = changesBetween(rowOf(before.data), rowOf(now.data));
      if (thing.row !== null && changes.length === 0) return [];
      const canUndo = changes.every(({ place }) => mayChange(person, thing.file, place, thing.data));
      return [{ ...about, kind: changes.length > 0 ? 'changed' : 'layout', changes, canUndo }];
    });
  };
  return {
    history,
    /** Undoes one change and keeps what came after it; false when the same field was changed again. */
    async undo(thing: Thing, number: number, person: StaffMember): Promise<boolean> {
      const change = (await history(thing, person)).find((one) => one.number === number);
      if (!change?.canUndo) return false;
      const by = { number, who: person.name, source: 'studio' as const };
      return (await undoChange(database, writer, thing.file, by)).ok;
    },
    /** What was taken off the site and can be put back. */
    async removed(kind: Thing['kind'], where: string, person: StaffMember): Promise<RemovedThing[]> {
      if (!mayAddTo(person, kind)) return [];
      const rows = await database.db
        .selectFrom('content_versions')
        .select(['file', 'at', 'who', 'number'])
        .where('replaced_at', 'is', null)
        .where('hash', '=', '')
        .where('file', 'like', `${where}%`)
        .orderBy('at', 'desc')
        .limit(MOST)
        .execute();
      return Promise.all(
        rows.map(async ({ file, at, who, number }) => {
          const before = await database.db
            .selectFrom('content_versions')
            .select('number')
            .where('file', '=', file)
            .where('number', '<', number)
            .where('hash', '!=', '')
            .orderBy('number', 'desc')
            .executeTakeFirst();
          const data = before ? (await dataOf(file, before.number)).data : null;
          return { name: file.slice(where.length, -'.json'.length), at, who, data };
        }),
      );
    },
  };
}
