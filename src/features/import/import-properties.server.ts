import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Author, type ContentWriter, changeFile, changeText } from '../../content/changes/change-file.server.ts';
import { firstError } from '../../content/files/problems.ts';
import { readContent } from '../../content/files/read-content.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { inEnglish, type Remark, remark } from '../../i18n/remark.server.ts';
import { removeUnfinished, writeAtomically } from '../../platform/files/write.server.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { isRecord, listOf } from '../../platform/values/values.ts';
import type { City } from '../place/region.ts';
import type { ExportReading } from './export-reading.ts';
import { addAccepted, readAccepted, readGiven, writeGiven } from './given-values.server.ts';
import { numbered, numbersOf } from './import-ids.server.ts';
import { writeImportReport } from './import-report.server.ts';
import { type ImportState, readImportState } from './import-state.server.ts';
import { absentPictures, fetchPictures, openPictureStore } from './pictures.server.ts';
import { type ImportPlan, type PlanInput, type PlannedFiles, planImport } from './plan-import.server.ts';
import { isIn, missingTowns, placeOfField, readPropertyFiles } from './property-file.server.ts';
import { whyRefused } from './why-refused.server.ts';

/** The result of an import; without `ok` nothing was changed. */
export type ImportResult =
  | {
      ok: true;
      plan: ImportPlan;
      /** What is said about the export as a whole. */
      notes: readonly Remark[];
      pictures: { fetched: number; failed: { id: number; source: string; reason: Remark }[] };
      /** IDs in the CRM of properties that are not complete: left as they were, or a picture is missing. */
      unfinished: readonly string[];
    }
  | {
      ok: false;
      problem: string;
      message: string;
      /** The same as a remark, where it is no text of the reader or the CRM. */
      why?: Remark;
      /** What a plausible export would have changed; absent when the export cannot be read. */
      plan?: ImportPlan;
      notes?: readonly Remark[];
    };

interface ImportOptions extends Pick<Ctx, 'dataDir' | 'database'> {
  writer: ContentWriter;
  source: string;
  /** The contents of the export. */
  reading: ExportReading;
  /** Fetches pictures. */
  request: GuardedFetch;
  /** The folder of pictures that have no URL. */
  pictureDir: string;
  dryRun?: boolean;
  /** Removes as many properties as the export says. */
  force?: boolean;
  /** Properties whose implausible values are right. */
  accept?: readonly (number | string)[];
  onPicture?: (done: number, all: number) => void;
}

type GoodReading = Extract<ExportReading, { ok: true }>;
type Readable = NonNullable<ReturnType<typeof readContent>['readable']>;

/**
 * Imports an export into content/properties/: files change only where the export does, and properties that are no
 * longer in it move to content/gone/. An implausible export changes nothing and raises an alarm, which doctor and
 * /healthz report.
 */
export async function importProperties(options: ImportOptions): Promise<ImportResult> {
  const { writer, dataDir, source, dryRun = false } = options;
  const { readable, problems } = readContent(writer.contentDir);
  if (!readable)
    return {
      ok: false,
      problem: 'content',
      message: `the content cannot be read: ${firstError(problems) ?? ''}`,
    };
  const result = await run(options, readable);
  if (!dryRun) {
    const before = readImportState(dataDir, source);
    // What was refused decides nothing.
    const owned = result.ok && options.reading.ok ? options.reading.owned : (before?.owned ?? []);
    const isTable = result.ok && source === 'csv';
    const columns = isTable ? owned : before?.columns;
    const headings = isTable && options.reading.ok ? options.reading.headings : before?.headings;
    const units = result.ok && options.reading.ok ? { ...before?.units, ...options.reading.units } : before?.units;
    const state: ImportState = {
      goodAt: result.ok ? new Date().toISOString() : (before?.goodAt ?? null),
      triedAt: new Date().toISOString(),
      alarm: result.ok ? unreadAlarm(options.reading) : `the last import changed nothing: ${result.message}`,
      maxAgeHours: readable.settings.import.maxAgeHours,
      owned,
      ...(columns && { columns }),
      ...(units && { units }),
      ...(headings && { headings }),
    };
    await writeAtomically(join(dataDir, 'import', `${source}.json`), JSON.stringify(state));
    await writeImportReport(dataDir, source, result);
  }
  return result;
}

/** The alarm of an import that read only a part of what it should; null when it read all. */
function unreadAlarm(reading: ImportOptions['reading']): string | null {
  const broken = reading.ok ? reading.properties.filter(({ isUnreadable }) => isUnreadable) : [];
  const unread = reading.ok ? [...(reading.unread ?? []), ...broken.flatMap(({ unusable }) => unusable ?? [])] : [];
  const [first] = unread;
  return first
    ? `${unread.length} of the properties could not be read, the next import tries again: ${inEnglish(first)}`
    : null;
}

async function run(options: ImportOptions, content: Readable): Promise<ImportResult> {
  const { writer, dataDir, reading, request, pictureDir, dryRun = false, force = false } = options;
  const { contentDir } = writer;
  if (!reading.ok) return reading;
  const store = openPictureStore({ contentDir, dataDir, pictureDir, request });
  const { properties, stored, given, towns, planOf } = await compared(options, reading, content, store.known);
  // Checked before anything is fetched, because pictures do not change which properties exist.
  const planned = planOf(false);
  // Only the towns of properties that are written.
  const written = planned.files.map(({ id, merged }) => merged(stored.get(id)?.data ?? null));
  const needed = towns.filter((town) => written.some((property) => isIn(property, town)));
  const names = needed.map(({ Zip, Name }) => `${Zip} ${Object.values(Name)[0]}`).join(', ');
  const notes = [...reading.notes, ...(needed.length > 0 ? [remark('REMARK_TOWNS_ADDED', { towns: names })] : [])];
  const refused = refusalOf(options, reading, content, { properties, stored, given, planned });
  if (refused && !force) return { ok: false, ...refused, message: inEnglish(refused.why), plan: planned.plan, notes };
  if (dryRun) {
    const pictures = { fetched: 0, failed: absentPictures(properties, store) };
    return { ok: true, notes, plan: planned.plan, pictures, unfinished: [] };
  }
  await Promise.all(['properties', 'gone', 'media/imported'].map((name) => removeUnfinished(join(contentDir, name))));
  const pictures = await fetchPictures(properties, store, options.onPicture ?? (() => {}));
  await store.close();
  const done = planOf(true);
  await write(options, done, stored, needed);
  const late = new Set([...done.plan.skipped, ...pictures.failed].map(({ id }) => id));
  const unfinished = properties.filter(({ id }) => late.has(id)).map(({ sourceId }) => sourceId);
  return { ok: true, notes, plan: done.plan, pictures, unfinished };
}

/** What is compared of an export, and the plan that follows from it. */
type Compared = Pick<Awaited<ReturnType<typeof compared>>, 'properties' | 'stored' | 'given'> & {
  planned: PlannedFiles;
};

/** An export with its numbers beside what the site has; `planOf` makes its plan, before and after its pictures. */
async function compared(
  { writer, database, dataDir, source, dryRun = false, accept = [] }: ImportOptions,
  reading: GoodReading,
  content: Readable,
  pathOf: PlanInput['pathOf'],
) {
  const stored = readPropertyFiles(writer.contentDir);
  const gone = [...(reading.goneIds ?? []), ...goneUnits(readImportState(dataDir, source)?.units, reading)];
  const goneIds = await numbersOf(database, source, gone);
  const towns = missingTowns(reading.properties, content);
  const around = towns.length > 0 ? { ...content, cities: [...content.cities, ...towns] } : content;
  const properties = await numbered(database, { source, properties: reading.properties, stored, isDry: dryRun });
  const { owned, isPartial = false, hasGaps = false } = reading;
  const given = readGiven(dataDir, source);
  const input = {
    ...{ source, properties, owned, isPartial, hasGaps, goneIds, stored, given, around, pathOf },
    accepted: readAccepted(dataDir, source),
    accept: new Set(accept.map(String)),
  };
  const planOf = (isFetched: boolean) => planImport({ ...input, isFetched, today: brusselsDay(new Date()) });
  return { properties, stored, given, towns, planOf };
}

/** Why the export is implausible as a whole; null when it is plausible. */
function refusalOf(
  { dataDir, source }: ImportOptions,
  { owned, isPartial = false }: GoodReading,
  content: Readable,
  { properties, stored, given, planned: { plan, files } }: Compared,
) {
  const { maxRemovedPercent } = content.settings.import;
  const { columns = [], headings = {} } = readImportState(dataDir, source) ?? {};
  const lost = columns.filter((name) => !isPartial && !owned.includes(name)).map((name) => headings[name] ?? name);
  return whyRefused({
    ...{ source, properties, plan, files, owned, stored, given, isPartial, maxRemovedPercent },
    lostColumns: new Set(lost),
  });
}

/** Writes what the plan of an import says into the content, and remembers what was given and confirmed. */
async function write(
  { writer, dataDir, source }: ImportOptions,
  { plan, files, given, accepted }: PlannedFiles,
  stored: ReturnType<typeof readPropertyFiles>,
  towns: readonly City[],
): Promise<void> {
  const by: Author = { who: source, source: 'import', why: 'import' };
  if (towns.length > 0)
    await changeFile(writer, 'cities.json', { ...by, why: 'towns of the export' }, (present) => [
      ...listOf(present),
      ...towns,
    ]);
  for (const { id, merged } of files) {
    // Pictures took a while: the file is what it is now.
    const gone = stored.get(id)?.isGone ? (stored.get(id)?.data ?? null) : null;
    const change = (present: unknown) => merged(isRecord(present) ? present : gone);
    await changeFile(writer, `properties/${id}.json`, by, change, placeOfField);
    if (existsSync(join(writer.contentDir, `gone/${id}.json`)))
      await changeText(writer, `gone/${id}.json`, by, (present) => (present === null ? undefined : null));
  }
  for (const id of plan.removed) await moveAway(writer, id, { ...by, why: 'no longer in the export' });
  await writeGiven(dataDir, source, given);
  await addAccepted(dataDir, source, accepted);
}

/** The keys of units that their project no longer has, or whose project is gone. */
function goneUnits(
  before: ImportState['units'] = {},
  { units = {}, goneIds = [] }: { units?: ImportState['units']; goneIds?: readonly string[] },
): string[] {
  return Object.entries(before).flatMap(([project, keys]) => {
    const now = new Set(units[project] ?? (goneIds.includes(project) ? [] : keys));
    return keys.filter((key) => !now.has(key));
  });
}

/** Moves a property to content/gone/, where it is kept. */
async function moveAway(writer: ContentWriter, id: number, by: Author): Promise<void> {
  const file = `properties/${id}.json`;
  if (!existsSync(join(writer.contentDir, file))) return;
  const text = readFileSync(join(writer.contentDir, file), 'utf8');
  await changeText(writer, `gone/${id}.json`, by, () => text);
  await changeText(writer, file, by, () => null);
}
