import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceOf } from '../../content/files/content-problem.ts';
import { type SinceState, sinceStates } from '../../content/history/since-state.server.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import type { ContentVersionRow } from '../../platform/database/content-schema.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { FoundChanges } from '../../publish/found-changes.ts';
import {
  type FieldChange,
  fieldChanges,
  fileInWords,
  findingLabel,
  placeInFile,
  type Words,
} from './publish-words.server.ts';

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

const SOURCES: Readonly<Record<string, LabelKey>> = {
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
    const how = SOURCES[source];
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
