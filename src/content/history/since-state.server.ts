import type { ContentVersionRow } from '../../platform/database/content-schema.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { shortHash, unpacked } from './packed-text.server.ts';

/** Short hashes of a file in two states; empty where it does not exist. */
interface TwoStates {
  file: string;
  before: string;
  now: string;
}

type Change = Pick<ContentVersionRow, 'number' | 'at' | 'who' | 'source'>;

/** What the history has of a file between two states. */
export interface SinceState {
  /** The changes after the first state, the latest one first. */
  changes: Change[];
  /** The texts of the two states; null for no file, undefined for a text that the history does not have. */
  before: string | null | undefined;
  now: string | null | undefined;
}

/** The changes of files since a state, and the texts of both states; in two queries for all of them. */
export async function sinceStates(
  { db }: Pick<Database, 'db'>,
  states: readonly TwoStates[],
): Promise<ReadonlyMap<string, SinceState>> {
  const names = states.map(({ file }) => file);
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('content_versions')
    .select(['file', 'number', 'hash', 'at', 'who', 'source'])
    .where('file', 'in', names)
    .orderBy('number', 'desc')
    .execute();
  const byFile = Map.groupBy(rows, ({ file }) => file);
  const found = states.map((state) => {
    const versions = byFile.get(state.file) ?? [];
    const at = (hash: string) => versions.find((one) => shortHash(one.hash) === hash);
    const base = at(state.before);
    const changes = versions.filter(({ number }) => number > (base?.number ?? (state.before === '' ? 0 : Infinity)));
    return { state, base, newest: at(state.now), changes };
  });
  const wanted = found.flatMap(({ base, newest }) => [base, newest].filter((one) => one !== undefined));
  const bodies = new Map<string, string | null>();
  if (wanted.length > 0) {
    const texts = await db
      .selectFrom('content_versions')
      .select(['file', 'number', 'body'])
      .where((eb) => eb.or(wanted.map(({ file, number }) => eb.and({ file, number }))))
      .execute();
    for (const { file, number, body } of texts) bodies.set(`${file} ${number}`, body);
  }
  const textOf = (version: { file: string; number: number } | undefined, hash: string) => {
    const body = version && bodies.get(`${version.file} ${version.number}`);
    return hash === '' ? null : body ? unpacked(body) : undefined;
  };
  return new Map(
    found.map(({ state, base, newest, changes }) => [
      state.file,
      { changes, before: textOf(base, state.before), now: textOf(newest, state.now) },
    ]),
  );
}

/** The files that were changed after a moment, with the short hashes of their newest texts. */
export async function changedAfter(
  { db }: Pick<Database, 'db'>,
  moment: string,
): Promise<{ file: string; now: string }[]> {
  const rows = await db
    .selectFrom('content_versions')
    .select(['file', 'hash'])
    .where('at', '>', moment)
    .where('replaced_at', 'is', null)
    .execute();
  return rows.map(({ file, hash }) => ({ file, now: shortHash(hash) }));
}
