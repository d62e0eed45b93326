import { changeTexts, type TextEdit, textDigest } from '../../content/changes/change-texts.server.ts';
import { kindOfFile } from '../../content/fields/content-kind.ts';
import type { TextPlace } from '../../content/fields/text-places.ts';
import { newestVersions, stepOfVersion, textsOfVersions } from '../../content/history/content-history.server.ts';
import { contentWriterOf } from '../../content/history/content-writer.server.ts';
import type { Site } from '../../content/site/site.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { mayChange, mayReadKind, reachOf } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { changeLabels, type LabelEdit, siteLabels } from './site-labels.server.ts';
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
import { openTextFiles, type TextFile } from './text-files.server.ts';
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
async function keepRight(
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

/** Texts of the content in all languages: translations, labels of the site, and words that are replaced everywhere. */
export function studioTranslations({ database, site, settings }: Parts) {
  const { contentDir, dataDir } = settings;
  const writer = contentWriterOf(database, { contentDir, dataDir });
  const files = openTextFiles({
    contentDir,
    history: {
      newest: () => newestVersions(database.db),
      versions: (names) => textsOfVersions(database, names),
    },
  });
  const parts: BatchParts = { database, writer, stepOf: (file, number) => stepOfVersion(database, file, number) };

  /** Staff see the kinds that they may read; agents the properties that they manage. */
  const isSeen = (person: StaffMember, { file, kind, manager }: Pick<TextFile, 'file' | 'kind' | 'manager'>) =>
    reachOf(person.role, 'translations.change') === 'own'
      ? kind === 'properties' && mayChange(person, file, ['TypeDescription'], { Manager: manager })
      : mayReadKind(person, kind);
  const seenFiles = async (person: StaffMember) => (await files.list()).filter((one) => isSeen(person, one));

  async function countsOf(all: readonly TextFile[], direction: Direction): Promise<FileCounts[]> {
    const right = await rightTranslations(database, direction);
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

  return {
    languages: site.languages,
    defaultLanguage: site.defaultLanguage,
    /** The files with their numbers, for each target language. */
    async overview(person: StaffMember, source: string): Promise<Map<string, FileCounts[]>> {
      const all = await seenFiles(person);
      const targets = site.languages.filter((one) => one !== source);
      return new Map(
        await Promise.all(targets.map(async (target) => [target, await countsOf(all, { source, target })] as const)),
      );
    },
    /** The texts of a file side by side; null when there is none for this person. */
    async file(file: string, direction: Direction, person: StaffMember) {
      const [kind, found] = [kindOfFile(file)?.kind, await files.find(file)];
      const manager = (found?.data as { Manager?: string } | undefined)?.Manager ?? null;
      if (!kind || !found || !isSeen(person, { file, kind, manager })) return null;
      const right = await rightTranslations(database, direction, file);
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
    },
    /** Saves texts of a file; a text that somebody else changed meanwhile is left. */
    save: (file: string, target: string, edits: readonly TextEdit[], person: StaffMember) =>
      changeTexts(writer, { file, by: { who: person.name, source: 'studio', why: target }, editor: person }, edits),
    /** Keeps that the translation of a text is still right. */
    async keepRight(file: string, id: string, direction: Direction, person: StaffMember): Promise<boolean> {
      const found = await files.find(file);
      const place = found?.places.find((one) => one.id === id);
      const source = place?.texts[direction.source];
      if (!place || !source || !mayChange(person, file, place.place, found?.data)) return false;
      await keepRight(database, { file, id, ...direction, sourceHash: textDigest(source) });
      return true;
    },
    labels: (direction: Direction) => siteLabels(contentDir, direction),
    changeLabels: (language: string, edits: readonly LabelEdit[], person: StaffMember) =>
      changeLabels(writer, language, { who: person.name, source: 'studio', why: 'labels' }, edits),
    /** Where words would be replaced. */
    places: (search: Replacement, person: StaffMember) => findPlaces(contentDir, search, person, MOST_PLACES),
    /** Replaces words in the places that were chosen, as one action. */
    replace: (search: Replacement, chosen: readonly string[], person: StaffMember) =>
      applyBatch(parts, { kind: 'replace', what: search, editor: person }, editsOf(contentDir, search, chosen)),
    batches: () => lastBatches(database, MOST_BATCHES),
    /** Undoes a batch; null when there is none, or when it is undone already. */
    async undo(id: string, person: StaffMember) {
      const batch = await findBatch(database, id);
      if (!batch || batch.undone_at !== null) return null;
      return { texts: await undoBatch(parts, batch, person) };
    },
  };
}

interface Parts {
  database: Database;
  site: Pick<Site, 'languages' | 'defaultLanguage'>;
  settings: Pick<Environment, 'contentDir' | 'dataDir'>;
}
