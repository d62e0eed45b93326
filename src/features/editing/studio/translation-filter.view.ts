import { kindOf } from './text-query.view.ts';

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
