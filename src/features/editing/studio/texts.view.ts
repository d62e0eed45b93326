import { CONTENT_KIND_NAMES, type ContentKindName } from '../../../content/fields/content-kind.ts';
import type { ContentBatchRow } from '../../../platform/database/schema.ts';
import type { Replacement } from '../text-batches.server.ts';
import type { Direction } from '../translations.server.ts';

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
export const stateOf = (query: URLSearchParams): (typeof STATES)[number] =>
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
    const what = JSON.parse(batch.what) as Record<string, string | boolean | undefined>;
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
