import * as z from 'zod';
import { link } from '../../content/fields/fields.ts';

const redirect = z
  .object({
    from: z
      .string()
      .regex(/^\/[^\s#]+$/, 'Expected a path of this site such as "/aanbod/huizen.html"')
      .meta({ label: 'FIELD_OLD_PATH' })
      .describe('Path that the page had; a query such as "?id=12" belongs to it'),
    below: z.boolean().default(false).meta({ label: 'FIELD_PATHS_BELOW' }).describe('true: also every path below it'),
    to: link
      .optional()
      .meta({ label: 'FIELD_REDIRECT_URL' })
      .describe('Path or URL to which it leads; left out = the page is gone for good (410)'),
  })
  .strict();
export type Redirect = z.infer<typeof redirect>;

/** content/settings/redirects.json: where paths lead that pages had before. */
export const redirectSettings = z
  .object({
    $schema: z.string().optional(),
    redirects: z
      .array(redirect)
      .default([])
      .describe('Paths without a page; when the path of a page changes, its old path is added by itself'),
  })
  .strict();

/**
 * The data of settings/redirects.json with other rows; `present` is its data now, null without a file. A row says
 * nothing that it need not say. Throws when `present` is no such table.
 */
export function changedTable(present: unknown, change: (rows: readonly Redirect[]) => readonly Redirect[]): object {
  const { redirects, ...rest } = redirectSettings.parse(present ?? {});
  const rows = change(redirects).map(({ from, below, to }) => ({
    from,
    ...(below && { below }),
    ...(to !== undefined && { to }),
  }));
  return { ...rest, redirects: rows };
}

interface Index {
  exact: ReadonlyMap<string, Redirect>;
  below: ReadonlyMap<string, Redirect>;
}

/** A table stays the same from one request to the next, and may have thousands of rows. */
const indexes = new WeakMap<readonly Redirect[], Index>();

function indexOf(redirects: readonly Redirect[]): Index {
  const known = indexes.get(redirects);
  if (known) return known;
  const keyed = (rows: readonly Redirect[]) => new Map(rows.map((row) => [addressKey(row.from), row]));
  const index = { exact: keyed(redirects), below: keyed(redirects.filter(({ below }) => below)) };
  indexes.set(redirects, index);
  return index;
}

/**
 * The form in which two spellings of an address are one: without its last slash, in lower case and decoded.
 * @example addressKey('/Aanbod/Huizen/?ID=3') // '/aanbod/huizen?id=3'
 */
export function addressKey(address: string): string {
  const [path = '', ...query] = address.split('?');
  const plain = decoded(path);
  return [plain.endsWith('/') ? plain.slice(0, -1) : plain, ...query].join('?').toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The row for an address that begins with `/`: the one with its query, then the one of its path, then the nearest one
 * above that also stands for the paths below it. Null when there is none.
 */
export function redirectFor(redirects: readonly Redirect[], address: string): Redirect | null {
  if (redirects.length === 0) return null;
  const { exact, below } = indexOf(redirects);
  const [path = ''] = address.split('?');
  const own = exact.get(addressKey(address)) ?? exact.get(addressKey(path));
  if (own) return own;
  for (let above = addressKey(path); above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    const row = below.get(above);
    if (row) return row;
  }
  return null;
}

/** The paths of the pages of a site in each language, under a key that stays when a path changes. */
export type PagePaths = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The rows of a table after pages have moved: each old path leads to the new one, what led to the old path leads there
 * too, and a path that a page has again is no longer in it. The same object when nothing has moved.
 */
export function withMovedPages(
  redirects: readonly Redirect[],
  { before, now }: Record<'before' | 'now', PagePaths>,
): readonly Redirect[] {
  const moved = Object.entries(before).flatMap(([page, paths]) =>
    Object.entries(paths).flatMap(([language, from]) => {
      const to = now[page]?.[language];
      return to === undefined || to === from ? [] : [{ from, to }];
    }),
  );
  if (moved.length === 0) return redirects;
  const taken = new Set(Object.values(now).flatMap((paths) => Object.values(paths).map(addressKey)));
  const target = new Map(moved.map(({ from, to }) => [addressKey(from), to]));
  const kept = redirects
    .filter(({ from, below }) => below || (!taken.has(addressKey(from)) && !target.has(addressKey(from))))
    .map((row) => {
      const to = row.to && target.get(addressKey(row.to));
      return to ? { ...row, to } : row;
    });
  return [
    ...kept,
    ...moved
      .filter(({ from }) => !taken.has(addressKey(from)))
      .map(({ from, to }): Redirect => ({ from, below: false, to })),
  ];
}
