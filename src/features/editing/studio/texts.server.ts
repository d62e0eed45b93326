import { type EditedText, type TextOutcome, textDigest } from '../../../content/changes/change-texts.server.ts';
import {
  CONTENT_KIND_NAMES,
  CONTENT_KINDS,
  type ContentKindName,
  hasRows,
  kindOfFile,
} from '../../../content/fields/content-kind.ts';
import type { TextPlace } from '../../../content/fields/text-places.ts';
import type { LabelKey, Translate } from '../../../i18n/label-key.ts';
import { type Language, type Localized, localized } from '../../../i18n/languages.ts';
import type { ContentBatchRow } from '../../../platform/database/schema.ts';
import { recordOf } from '../../../platform/values/values.ts';
import type { EditedLabel, LabelOutcome, SiteLabel } from '../site-labels.server.ts';
import type { Replacement } from '../text-batches.server.ts';
import type { Direction, SideBySide } from '../translations.server.ts';

/** What a content file is called: its title in any language, the kind that is one file, or its path. */
export function contentTitle(
  title: string | Localized | null,
  file: string,
  { language, t }: { language: Language; t: Translate },
): string {
  if (typeof title === 'string') return title;
  const any = title ? localized(title, language) || Object.values(title).find((text) => text) : '';
  const kind = kindOfFile(file)?.kind;
  return any || (kind && hasRows(CONTENT_KINDS[kind]) ? t(CONTENT_KINDS[kind].label) : file.replace(/\.json$/, ''));
}

/** The kind of a content file in words. */
export const kindWords = (file: string, t: Translate): string => {
  const kind = kindOfFile(file)?.kind;
  return kind ? t(CONTENT_KINDS[kind].label) : file;
};

/** The fields on the way to a text, in words. */
export const trailWords = (trail: TextPlace['trail'], t: Translate): string =>
  trail
    .map((step) => (typeof step === 'object' ? step.key : typeof step === 'number' ? `${step}` : t(step)))
    .join(' › ');

interface Languages {
  languages: readonly string[];
  defaultLanguage: string;
}

/**
 * The languages that an address names: from the default one, into the first other one. The language into which is
 * written is never changed: where both are the same, the texts are shown from another one.
 */
export function directionOf(query: URLSearchParams, { languages, defaultLanguage }: Languages): Direction {
  const named = (name: string) => languages.find((one) => one === query.get(name));
  const other = (than: string) => languages.find((one) => one !== than) ?? than;
  const source = named('source') ?? defaultLanguage;
  const target = named('language') ?? other(source);
  return { source: source === target ? other(target) : source, target };
}

/** The kind of content that an address names. */
const kindOf = (query: URLSearchParams): ContentKindName | undefined =>
  CONTENT_KIND_NAMES.find((one) => one === query.get('kind'));

/** What an address searches and replaces. */
export function replacementOf(query: URLSearchParams, { languages }: Languages): Replacement {
  return {
    find: (query.get('find') ?? '').slice(0, 200),
    replacement: (query.get('with') ?? '').slice(0, 500),
    withCase: query.get('case') !== null,
    wholeWords: query.get('words') !== null || query.get('find') === null,
    language: languages.find((one) => one === query.get('language')),
    kind: kindOf(query),
  };
}

interface Counts {
  kind: string;
  missing: number;
  stale: number;
  texts: number;
}

const FILES_A_PAGE = 50;
/** Which files or texts are shown; the first one is the standard. `stale` is "only what changed". */
export const STATES = ['open', 'missing', 'stale', 'all'] as const;

/** The state that an address names. */
const stateOf = (query: URLSearchParams): (typeof STATES)[number] =>
  STATES.find((one) => one === query.get('state')) ?? STATES[0];

/** The filter in the address of the list of files. */
export function fileFilterOf(query: URLSearchParams) {
  const [kind, state] = [kindOf(query), stateOf(query)];
  const isOfKind = (one: Pick<Counts, 'kind'>) => kind === undefined || one.kind === kind;
  const isWanted: Readonly<Record<typeof state, (one: Counts) => boolean>> = {
    open: ({ missing, stale }) => missing + stale > 0,
    missing: ({ missing }) => missing > 0,
    stale: ({ stale }) => stale > 0,
    all: ({ texts }) => texts > 0,
  };
  return { state, isOfKind, holds: (one: Counts) => isOfKind(one) && isWanted[state](one) };
}

/** The numbers of several files together. */
export const summed = (files: readonly Omit<Counts, 'kind'>[]) => ({
  texts: files.reduce((sum, { texts }) => sum + texts, 0),
  missing: files.reduce((sum, { missing }) => sum + missing, 0),
  stale: files.reduce((sum, { stale }) => sum + stale, 0),
});

/** The items of the page that an address names, and the address of the next page. */
export function pageOf<T>(
  all: readonly T[],
  query: URLSearchParams,
  size = FILES_A_PAGE,
): { items: T[]; from: number; next: URLSearchParams | null } {
  const named = Number(query.get('page') ?? 1);
  const page = Number.isInteger(named) && named > 0 ? named : 1;
  const from = (page - 1) * size;
  const next = new URLSearchParams([...query].filter(([name]) => !['page', 'done', 'wrong'].includes(name)));
  next.set('page', String(page + 1));
  return { items: all.slice(from, from + size), from, next: from + size < all.length ? next : null };
}

const rowOf = ({ id, at, who, changes, undone_at }: ContentBatchRow) => ({
  id,
  at,
  who,
  texts: changes,
  undone: undone_at !== null,
});

/** The last replacements, as rows with the address that searches the same again. */
export const replaceRows = (batches: readonly ContentBatchRow[]) =>
  batches.map((batch) => {
    const what = recordOf(JSON.parse(batch.what));
    const query = new URLSearchParams({ find: String(what.find), with: String(what.replacement) });
    if (what.wholeWords) query.set('words', '1');
    if (what.withCase) query.set('case', '1');
    for (const name of ['language', 'kind']) if (what[name]) query.set(name, String(what[name]));
    const again = `/studio/replace/?${query}`;
    return { ...rowOf(batch), what: `“${what.find}” → “${what.replacement}”`, again };
  });

type Posted = Readonly<Record<string, unknown>>;

/** The texts that somebody wrote in a posted form: of a form of content those that it did not show before. */
export const typedTexts = (raw: Posted): string =>
  Object.entries(raw)
    .flatMap(([name, value]) => {
      const isText = /^(?:text|comment|note)$|^text-/.test(name) || (name.startsWith('/') && !isShown(raw, value));
      return isText && typeof value === 'string' && value ? [value] : [];
    })
    .join('\n\n');

const isShown = ({ shown }: Posted, value: unknown) =>
  String(shown).includes(JSON.stringify(String(value).replaceAll('\r\n', '\n')).slice(1, -1));

/** Says that something is gone, or which colleague has it now. */
export const goneWords = (holder: string | null, t: App.Locals['t']): string =>
  holder ? t('STUDIO_GONE_TO', { who: holder }) : t('STUDIO_GONE');

const TEXTS_A_PAGE = 30;
const LABELS_A_PAGE = 40;
const REASONS: Readonly<Record<TextOutcome | LabelOutcome, LabelKey>> = {
  changed: 'TEXT_CHANGED',
  'source-changed': 'TEXT_SOURCE_CHANGED',
  gone: 'TEXT_GONE',
  refused: 'TEXT_REFUSED',
  invalid: 'TEXT_INVALID',
  placeholders: 'LABEL_PLACEHOLDERS',
  needed: 'LABEL_NEEDED',
  unknown: 'TEXT_GONE',
  saved: 'STUDIO_DONE_SAVED',
  same: 'STUDIO_DONE_SAVED',
};

/** Why a text was not saved, as the key of a label. */
export const reasonOf = (outcome: TextOutcome | LabelOutcome): LabelKey => REASONS[outcome];

/** The address of a list without what was said about it. */
const listOf = (query: URLSearchParams) =>
  new URLSearchParams([...query].filter(([name]) => !['done', 'wrong'].includes(name))).toString();

/**
 * The texts of a file that its page shows: those of the filter in the address, or those that were not saved. Without a
 * filter a file in which nothing is missing or stale shows everything.
 */
export function shownTexts(texts: readonly SideBySide[], query: URLSearchParams, refused: readonly EditedText[]) {
  const isOpen = ({ state }: SideBySide) => state === 'missing' || state === 'stale';
  const state = query.has('state') || texts.some(isOpen) ? stateOf(query) : 'all';
  const list = listOf(query);
  if (refused.length > 0) {
    const typed = new Map(refused.map((one) => [one.edit.id, one] as const));
    const shown = texts.flatMap((text, at) => {
      const one = typed.get(text.id);
      return one ? [{ at, text, typed: { text: one.edit.text, reason: reasonOf(one.outcome) } }] : [];
    });
    return { texts: shown, state, next: null, list };
  }
  const wanted = texts.filter((text) => state === 'all' || (state === 'open' ? isOpen(text) : text.state === state));
  const { items, from, next } = pageOf(wanted, query, TEXTS_A_PAGE);
  return { texts: items.map((text, at) => ({ at: from + at, text, typed: undefined })), state, next, list };
}

/** The labels that their page shows: those that were searched, or those that were not saved. */
export function shownLabels(labels: readonly SiteLabel[], query: URLSearchParams, refused: readonly EditedLabel[]) {
  const typed = new Map(refused.map((one) => [one.edit.key, one] as const));
  const words = (query.get('q') ?? '').trim().toLowerCase().slice(0, 100);
  const isFound = ({ key, delivered, own, source }: SiteLabel) =>
    [key, delivered, own, source].some((text) => text?.toLowerCase().includes(words));
  const wanted = labels.filter((one) =>
    refused.length > 0 ? typed.has(one.key) : isFound(one) && (!query.get('own') || one.own !== null),
  );
  const { items, from, next } = pageOf(wanted, query, refused.length > 0 ? wanted.length : LABELS_A_PAGE);
  return {
    ...{ next, list: listOf(query), count: wanted.length },
    labels: items.map((label, at) => {
      const one = typed.get(label.key);
      return {
        at: from + at,
        label: { ...label, base: textDigest(label.own ?? '') },
        typed: one && { text: one.edit.text, reason: reasonOf(one.outcome) },
      };
    }),
  };
}
