import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stepsBetween } from '../../content/changes/change-file.server.ts';
import { CONTENT_KINDS, type ContentKindName, kindOfFile } from '../../content/fields/content-kind.ts';
import { placeOf, valueAt } from '../../content/fields/pointer.ts';
import { formOfFile } from '../../content/files/content-schemas.server.ts';
import { type ContentProblem, type ProblemKind, sentenceOf } from '../../content/files/problems.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { type SinceState, sinceStates } from '../../content/history/content-history.server.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { ContentVersionRow } from '../../platform/database/schema.ts';
import { type FoundChanges, readFound } from '../../publish/found-changes.ts';
import type { PublishEnd, Publisher, PublishProblem, PublishProgress } from '../../publish/publish-progress.ts';
import { publisherFiles } from '../../publish/publisher-files.ts';
import { type ChangedPages, type ContentFiles, readContentFiles } from '../../publish/version-inputs.ts';
import { openVersions } from '../../publish/versions.ts';
import { changeOfValue, type InWords, labelOr, placeInWords } from '../editing/change-words.ts';
import { plainTexts, titleIn } from '../editing/content-item.ts';
import { currencyOf } from '../property/price.ts';

/** What the publisher found last, read again when it has found something else. */
export function openFound(dataDir: string): () => FoundChanges | null {
  const files = publisherFiles(dataDir);
  let kept: { state: string; found: FoundChanges | null } | null = null;
  return () => {
    const facts = statSync(files.found, { throwIfNoEntry: false });
    const state = facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs}` : '';
    if (kept?.state !== state) kept = { state, found: readFound(files) };
    return kept.found;
  };
}

/** Of which content a version is made, read once. */
export function openBasis(dataDir: string): (versionId: string) => ContentFiles | null {
  let kept: { versionId: string; files: ContentFiles | null } | null = null;
  return (versionId) => {
    if (kept?.versionId !== versionId)
      kept = { versionId, files: readContentFiles(openVersions(dataDir).folderOf(versionId)) };
    return kept.files;
  };
}

/** What is changed in a file, one row for each field. */
interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** In which words something is said, and which kinds of content the person may open. */
interface Words extends Required<Pick<InWords, 't' | 'language' | 'options'>> {
  mayRead(kind: ContentKindName): boolean;
}

const MOST_FIELDS = 8;
/** What differs between two texts of a file, in words; `more` counts the fields that are left out. */
function fieldChanges(
  file: string,
  [before, now]: readonly [string, string],
  words: Words,
): { fields: FieldChange[]; more: number } | null {
  const [old, fresh] = [before, now].map((text) => readJson(file, Buffer.from(text)));
  if (!old || !fresh || old.problem || fresh.problem) return null;
  const steps = stepsBetween(old.data, fresh.data);
  const form = formOfFile(file);
  const said = { ...words, currency: currencyOf(fresh.data) };
  const fields = steps.slice(0, MOST_FIELDS).map(({ path, value }) => ({
    field: placeInWords(form, path, said),
    ...changeOfValue(form, path, { before: valueAt(old.data, placeOf(path)), after: value }, said),
  }));
  return { fields, more: steps.length - fields.length };
}

/** The names of a field of a file. */
const placeInFile = (file: string, place: readonly PropertyKey[], words: Words): string =>
  placeInWords(formOfFile(file), place, words);

/** What a file is called, by its text, and what kind of thing it is. */
function fileInWords(
  file: string,
  text: string | null | undefined,
  words: Words,
): { title: string; kind: string; href: string | null; history: string | null } {
  const { t, language } = words;
  const place = kindOfFile(file);
  const read = text ? readJson(file, Buffer.from(text)) : null;
  const title = read && !read.problem ? titleIn(read.data) : '';
  const inLanguage = typeof title === 'string' ? title : localized(title, language) || (plainTexts(title)[0] ?? '');
  if (!place) return { title: inLanguage || file, kind: '', href: null, history: null };
  const { kind, name } = place;
  const href = words.mayRead(kind) ? `/studio/content/${kind}/${name ? `${name}/` : ''}` : null;
  return {
    title: inLanguage || labelOr(t, CONTENT_KINDS[kind].label, file),
    kind: name ? `${labelOr(t, CONTENT_KINDS[kind].label, kind)} ${name}` : '',
    href,
    history: name && href ? `${href}history/` : null,
  };
}

const FINDINGS: Readonly<Record<ProblemKind, LabelKey>> = {
  json: 'FOUND_JSON',
  field: 'FOUND_FIELD',
  value: 'FOUND_VALUE',
  file: 'FOUND_FILE',
  reference: 'FOUND_REFERENCE',
  duplicate: 'FOUND_DUPLICATE',
  link: 'FOUND_LINK',
  language: 'FOUND_LANGUAGE',
  label: 'FOUND_LABEL',
  picture: 'FOUND_PICTURE',
  orphan: 'FOUND_ORPHAN',
  energy: 'FOUND_ENERGY',
  advert: 'FOUND_ADVERT',
  condition: 'FOUND_CONDITION',
};

/** What the content check found, by its kind. */
const findingLabel = (kind: ContentProblem['kind']): LabelKey => (kind ? FINDINGS[kind] : 'FOUND_OTHER');

/** A publish or rollback that waits, runs or has ended. */
export interface PublishRun extends Publisher {
  kind: PublishProgress['kind'];
  /** `lost`: nothing has taken it up; `killed`: its process ended in the middle. */
  phase: 'waiting' | 'running' | 'ended' | 'killed' | 'lost';
  startedAt: string;
  stage: PublishProgress['stage'];
  done?: number | undefined;
  all?: number | undefined;
  ended: PublishEnd | null;
}

/** Whether it is under way. */
export const isBusy = (run: PublishRun | null): boolean => run?.phase === 'waiting' || run?.phase === 'running';

const PUBLISH_SOURCES: Readonly<Record<Publisher['source'], LabelKey>> = {
  studio: 'PUBLISH_BY_STUDIO',
  watch: 'PUBLISH_BY_WATCH',
  import: 'PUBLISH_BY_IMPORT',
  nightly: 'PUBLISH_BY_NIGHTLY',
  start: 'PUBLISH_BY_START',
  command: 'PUBLISH_BY_COMMAND',
};
const PROBLEMS: Readonly<Record<PublishProblem, LabelKey>> = {
  content: 'PUBLISH_FAILED_CONTENT',
  build: 'PUBLISH_FAILED_BUILD',
  held: 'PUBLISH_FAILED_HELD',
  'nothing-before': 'PUBLISH_FAILED_BEFORE',
  'gone-on': 'PUBLISH_FAILED_GONE_ON',
  'closes-studio': 'PUBLISH_FAILED_CLOSES',
  vanished: 'PUBLISH_FAILED_VANISHED',
  refused: 'PUBLISH_FAILED_REFUSED',
  'not-taken': 'PUBLISH_FAILED_TAKEN',
  failed: 'PUBLISH_FAILED',
};

/** Who or what published: the name of the member of staff, or what it was. */
export const publisherInWords = ({ source, staffId }: Publisher, names: ReadonlyMap<string, string>, t: Translate) =>
  (source === 'studio' && names.get(staffId ?? '')) || t(PUBLISH_SOURCES[source]);

/** How far a publish is, or how it ended. */
export function runInWords(run: PublishRun, by: string, language: string, t: Translate): string {
  if (run.phase === 'killed') return t('PUBLISH_KILLED');
  if (run.phase === 'lost') return t('PUBLISH_LOST');
  if (run.ended && run.phase === 'ended') return endInWords(run.kind, run.ended, language, t);
  const what = t(run.kind === 'rollback' ? 'PUBLISH_ROLLS_BACK' : 'PUBLISH_RUNS', { by });
  return `${what}: ${stageInWords(run, t)}`;
}

function stageInWords({ phase, stage, done, all }: PublishRun, t: Translate): string {
  if (phase === 'waiting' || stage === 'waiting') return t('PUBLISH_STAGE_WAITING');
  const counts = all === undefined || done === undefined ? null : { done, all };
  if (stage === 'building') return counts ? t('PUBLISH_STAGE_PAGES', counts) : t('PUBLISH_STAGE_BUILDING');
  if (stage === 'warming') return counts ? t('PUBLISH_STAGE_PICTURES', counts) : t('PUBLISH_STAGE_BUILDING');
  return t('PUBLISH_STAGE_SWAPPING');
}

function endInWords(kind: PublishProgress['kind'], end: PublishEnd, language: string, t: Translate): string {
  if (!end.ok) return t(PROBLEMS[end.problem]);
  const seconds = formatNumber(Math.max(0.1, Math.round(end.seconds * 10) / 10), language);
  if (kind === 'rollback') return t('PUBLISH_DONE_ROLLBACK', { seconds });
  if (!end.changed) return t('PUBLISH_DONE_SAME');
  const what = pagesInWords(end.changed, t);
  return end.servers > 0 ? t('PUBLISH_DONE', { what, seconds }) : t('PUBLISH_DONE_LATER', { what });
}

/** What a publish made: `2 pages of 1 property, 4 lists`. */
function pagesInWords({ propertyPages, properties, lists, others }: ChangedPages, t: Translate): string {
  const pages = t('PUBLISH_PAGES', { count: propertyPages });
  const parts = [
    propertyPages > 0 && t('PUBLISH_OF_PROPERTIES', { count: properties, pages }),
    lists > 0 && t('PUBLISH_LISTS', { count: lists }),
    others > 0 && t('PUBLISH_OTHER_PAGES', { count: others }),
  ];
  return parts.filter(Boolean).join(', ') || t('PUBLISH_NO_PAGES');
}

type Folder = { contentDir: string };

/** A file that is not published as it is, in the words of a person. */
export interface ChangeInWords {
  file: string;
  title: string;
  /** What kind of thing it is; empty where the title says it. */
  kind: string;
  /** Its form and its history; null for a file that the studio does not edit. */
  href: string | null;
  history: string | null;
  /** That it is new, removed or changed without a field that differs; null where fields say it. */
  note: string | null;
  fields: FieldChange[];
  moreFields: number;
  /** Who changed it, the latest one first, and how; empty for what nobody has recorded. */
  by: string;
  at: string | null;
}

const CHANGE_SOURCES: Readonly<Record<string, LabelKey>> = {
  hand: 'PUBLISH_SOURCE_HAND',
  import: 'PUBLISH_BY_IMPORT',
  command: 'PUBLISH_BY_COMMAND',
};

/** Changed files in words, with the fields that differ, and who changed them when. */
export async function changesInWords(
  database: Pick<Database, 'db'>,
  files: FoundChanges['files'],
  words: Words,
  { contentDir }: Folder,
): Promise<ChangeInWords[]> {
  const { t } = words;
  const known = await sinceStates(
    database,
    files.filter(({ kind }) => kind !== 'media'),
  );
  return files.map(({ file, kind, changedMs }) => {
    const since = known.get(file);
    const at = since?.changes[0]?.at ?? (changedMs > 0 ? new Date(changedMs).toISOString() : null);
    const [before, now] = [since?.before, since?.now === undefined ? textAt(contentDir, file, kind) : since.now];
    const texts = before && now ? ([before, now] as const) : null;
    const changed = texts && fieldChanges(file, texts, words);
    const note =
      kind !== 'changed' ? t(NOTES[kind]) : changed && changed.fields.length === 0 ? t('PUBLISH_ONLY_ORDER') : null;
    const named =
      kind === 'media' ? { title: file, kind: '', href: null, history: null } : fileInWords(file, now ?? before, words);
    return {
      ...{ file, ...named, note, at, by: since ? peopleIn(since, t) : '' },
      ...{ fields: changed?.fields ?? [], moreFields: changed?.more ?? 0 },
      // What is gone has no form.
      ...(kind === 'removed' && { href: null }),
    };
  });
}

const NOTES = {
  added: 'PUBLISH_ADDED',
  removed: 'PUBLISH_REMOVED',
  media: 'PUBLISH_MEDIA',
} as const satisfies Readonly<Record<string, LabelKey>>;

function textAt(contentDir: string, file: string, kind: string): string | null {
  if (kind === 'removed' || kind === 'media') return null;
  try {
    return readFileSync(join(contentDir, file), 'utf8');
  } catch {
    // It was removed in this moment.
    return null;
  }
}

/** The people and programs that changed a file, each once. */
function peopleIn({ changes }: SinceState, t: Translate): string {
  const nameOf = ({ who, source }: Pick<ContentVersionRow, 'who' | 'source'>) => {
    const how = CHANGE_SOURCES[source];
    const by = source === 'hand' ? '' : (who ?? '');
    return by && how ? `${by} (${t(how)})` : by || (how ? t(how) : '');
  };
  return [...new Set(changes.map(nameOf))].filter(Boolean).join(', ');
}

/** A finding of the content check in the words of a person; `detail` is English. */
export interface FindingInWords {
  sentence: string;
  title: string;
  kind: string;
  field: string;
  href: string | null;
  found: string;
  meant: string;
  detail: string;
}

/** The findings of the content check: what blocks, and what does not. */
export function findingsInWords(
  { errors, warnings, list }: NonNullable<FoundChanges['findings']>,
  words: Words,
  { contentDir }: Folder,
) {
  const texts = new Map<string, string | null>();
  const textOf = (file: string) => {
    if (!texts.has(file)) texts.set(file, file.endsWith('.json') ? textAt(contentDir, file, 'changed') : null);
    return texts.get(file);
  };
  const inWords = (severity: 'error' | 'warning', most: number): FindingInWords[] =>
    list
      .filter((one) => one.severity === severity)
      .slice(0, most)
      .map(({ kind, file, field, path, found, allowed, meant }) => {
        const { title, kind: what, href } = fileInWords(file, textOf(file), words);
        const place = path ?? partsOf(field);
        return {
          ...{ sentence: words.t(findingLabel(kind)), title, kind: what, href, found, meant: meant ?? '' },
          field: place.length > 0 ? placeInFile(file, place, words) : '',
          detail: sentenceOf({ severity, file, field, found, allowed, meant }),
        };
      });
  return { errors, warnings, blocking: inWords('error', MOST_SHOWN), others: inWords('warning', MOST_SHOWN) };
}

const MOST_SHOWN = 12;

/**
 * A field as the check writes it, in its parts.
 * @example partsOf('Documents[0].Kind') // ['Documents', 0, 'Kind']
 */
const partsOf = (field: string): (string | number)[] =>
  field === '' ? [] : [...field.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
