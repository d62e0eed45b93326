import { changeTexts, type TextEdit, textDigest } from '../../content/changes/change-texts.server.ts';
import { kindOfFile } from '../../content/fields/content-kind.ts';
import type { TextPlace } from '../../content/fields/text-places.ts';
import { stepOfVersion } from '../../content/history/content-history.server.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { recordOf } from '../../platform/values/values.ts';
import { mayChange, mayReadKind, reachOf } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import type { EditingCtx } from './content-store.server.ts';
import { type LabelEdit, siteLabels, changeLabels as writeLabels } from './site-labels.server.ts';
import {
  applyBatch,
  type BatchParts,
  editsOf,
  findBatch,
  findPlaces,
  lastBatches,
  type Replacement,
  undoBatch,
} from './text-batches.server.ts';
import type { TextFile } from './text-files.server.ts';
import { type TextState, textState } from './text-states.ts';

/** From one language into another. */
export interface Direction {
  source: Language;
  target: Language;
}

/** The texts of whose translations somebody said that they are still right: digests of the source by file and text. */
export type RightTranslations = ReadonlyMap<string, string>;

/** The key of a text of a file. */
const rightKey = (file: string, id: string): string => `${file} ${id}`;

/** Translations that are still right, in a direction; of one file or of all. */
async function rightTranslations(
  { db }: Pick<Database, 'db'>,
  { source, target }: Direction,
  file?: string,
): Promise<RightTranslations> {
  const query = db
    .selectFrom('right_translations')
    .select(['file', 'place', 'source_hash'])
    .where('language', '=', target)
    .where('source', '=', source);
  const rows = await (file === undefined ? query : query.where('file', '=', file)).execute();
  return new Map(rows.map((row) => [rightKey(row.file, row.place), row.source_hash]));
}

/** Keeps that a translation is still right for this source; it counts until the source changes again. */
async function storeRight(
  { db }: Pick<Database, 'db'>,
  { file, id, sourceHash, source, target }: Direction & { file: string; id: string; sourceHash: string },
  at = new Date().toISOString(),
): Promise<void> {
  await db
    .insertInto('right_translations')
    .values({ file, place: id, language: target, source, source_hash: sourceHash, at })
    .onConflict((same) =>
      same.columns(['file', 'place', 'language', 'source']).doUpdateSet({ source_hash: sourceHash, at }),
    )
    .execute();
}

/** How many texts of a file have a translation, and how many need one. */
export interface FileCounts extends Pick<TextFile, 'file' | 'kind' | 'title'> {
  texts: number;
  missing: number;
  stale: number;
}

/** A text with its translation. */
export interface SideBySide extends TextPlace {
  state: TextState;
  /** The source as it was when it was translated, where that is different. */
  before: string | null;
  mayChange: boolean;
  base: string;
  sourceBase: string;
}

const MOST_PLACES = 500;
const MOST_BATCHES = 10;

const batchParts = ({ database, writer }: EditingCtx): BatchParts => ({
  ...{ database, writer },
  stepOf: (file, number) => stepOfVersion(database, file, number),
});

// Texts of the content in all languages: translations, labels of the site, and words that are replaced everywhere.

/** Staff see the kinds that they may read; agents the properties that they manage. */
function isSeen(person: StaffMember, { file, kind, manager }: Pick<TextFile, 'file' | 'kind' | 'manager'>) {
  return reachOf(person.role, 'translations.change') === 'own'
    ? kind === 'properties' && mayChange(person, file, ['TypeDescription'], { Manager: manager })
    : mayReadKind(person, kind);
}

async function seenFiles(ctx: EditingCtx, person: StaffMember) {
  return (await ctx.texts.list()).filter((one) => isSeen(person, one));
}

async function countsOf(ctx: EditingCtx, all: readonly TextFile[], direction: Direction): Promise<FileCounts[]> {
  const right = await rightTranslations(ctx.database, direction);
  const has = (shape: string, language: string) => shape.split(',').includes(language);
  return all.map((one) => {
    const texts = one.shapes.filter((shape) => has(shape, direction.source));
    const stale = [...one.stale].filter(([id, targets]) => {
      const digest = one.digests.get(id)?.[direction.source];
      return (
        targets[direction.target]?.[direction.source] !== undefined && right.get(rightKey(one.file, id)) !== digest
      );
    });
    const missing = texts.filter((shape) => !has(shape, direction.target)).length;
    const { file, kind, title } = one;
    return { file, kind, title, texts: texts.length, missing, stale: stale.length };
  });
}

/** The files with their numbers, for each target language. */
export async function overview(
  ctx: EditingCtx,
  person: StaffMember,
  source: string,
): Promise<Map<string, FileCounts[]>> {
  const all = await seenFiles(ctx, person);
  const targets = ctx.site.languages.filter((one) => one !== source);
  return new Map(
    await Promise.all(targets.map(async (target) => [target, await countsOf(ctx, all, { source, target })] as const)),
  );
}

/** The texts of a file side by side; null when there is none for this person. */
export async function file(ctx: EditingCtx, file: string, direction: Direction, person: StaffMember) {
  const [kind, found] = [kindOfFile(file)?.kind, await ctx.texts.find(file)];
  const { Manager } = recordOf(found?.data);
  const manager = typeof Manager === 'string' ? Manager : null;
  if (!kind || !found || !isSeen(person, { file, kind, manager })) return null;
  const right = await rightTranslations(ctx.database, direction, file);
  const texts = found.places.flatMap((place): SideBySide[] => {
    const sourceBase = textDigest(place.texts[direction.source] ?? '');
    const isRight = right.get(rightKey(file, place.id)) === sourceBase;
    const state = textState(place, direction, found.stale, isRight);
    const base = textDigest(place.texts[direction.target] ?? '');
    return state
      ? [{ ...place, ...state, base, sourceBase, mayChange: mayChange(person, file, place.place, found.data) }]
      : [];
  });
  return { kind, title: found.title, texts };
}

/** Saves texts of a file; a text that somebody else changed meanwhile is left. */
export function save(ctx: EditingCtx, file: string, target: string, edits: readonly TextEdit[], person: StaffMember) {
  return changeTexts(
    ctx.writer,
    { file, by: { who: person.name, source: 'studio', why: target }, editor: person },
    edits,
  );
}

/** Keeps that the translation of a text is still right. */
export async function keepRight(
  ctx: EditingCtx,
  file: string,
  id: string,
  direction: Direction,
  person: StaffMember,
): Promise<boolean> {
  const found = await ctx.texts.find(file);
  const place = found?.places.find((one) => one.id === id);
  const source = place?.texts[direction.source];
  if (!place || !source || !mayChange(person, file, place.place, found?.data)) return false;
  await storeRight(ctx.database, { file, id, ...direction, sourceHash: textDigest(source) });
  return true;
}

/** The labels of the site side by side. */
export function labels(ctx: EditingCtx, direction: Direction) {
  return siteLabels(ctx.settings.contentDir, direction);
}

/** Writes labels of the site; one that somebody else changed meanwhile is left. */
export function changeLabels(ctx: EditingCtx, language: string, edits: readonly LabelEdit[], person: StaffMember) {
  return writeLabels(ctx.writer, language, { who: person.name, source: 'studio', why: 'labels' }, edits);
}

/** Where words would be replaced. */
export function places(ctx: EditingCtx, search: Replacement, person: StaffMember) {
  return findPlaces(ctx.settings.contentDir, search, person, MOST_PLACES);
}

/** Replaces words in the places that were chosen, as one action. */
export function replace(ctx: EditingCtx, search: Replacement, chosen: readonly string[], person: StaffMember) {
  return applyBatch(
    batchParts(ctx),
    { kind: 'replace', what: search, editor: person },
    editsOf(ctx.settings.contentDir, search, chosen),
  );
}

/** The last changes of many texts at once. */
export function batches(ctx: EditingCtx) {
  return lastBatches(ctx.database, MOST_BATCHES);
}

/** Undoes a batch; null when there is none, or when it is undone already. */
export async function undo(ctx: EditingCtx, id: string, person: StaffMember) {
  const batch = await findBatch(ctx.database, id);
  if (!batch || batch.undone_at !== null) return null;
  return {
    texts: await undoBatch(batchParts(ctx), batch, person),
  };
}
