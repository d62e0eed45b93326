import { type Language, localized } from './languages.ts';

/** The part of a route-map row that paths are built from: its name and its path per language. */
export interface RoutePaths {
  name: string;
  paths: Readonly<Record<string, string>>;
}

/** The paths of the site, built from its route map; `Needed` are the names of the rows that every site has. */
export interface Paths<Needed extends string> {
  /** Path of a row that every site has, in a language. */
  to(name: Needed, language: Language): string;
  /** Path of a row with further segments appended, `/nl/te-koop/gent/`; null when this site has no such row. */
  find(name: string, language: Language, ...segments: (string | number)[]): string | null;
  /** Path of a row of the route map. */
  ofRow(row: RoutePaths, language: Language): string;
  /** Path of a row without language and slashes: `te-koop`; null when the row does not exist. */
  stem(name: string, language: Language): string | null;
  /** The row that a path belongs to, with the segments after it; the longest match wins; null without a match. */
  rowAt(path: string): { name: string; language: Language; rest: string[] } | null;
}

/**
 * The paths of a route map in the given languages.
 * @example pathsOf(rows, ['nl', 'fr']).find('for-sale', 'fr', 'gent') // '/fr/a-vendre/gent/'
 */
export function pathsOf<Needed extends string>(
  rows: readonly RoutePaths[],
  languages: readonly Language[],
): Paths<Needed> {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const byPath = new Map<string, { name: string; language: Language }>();
  for (const language of languages) {
    for (const row of rows) byPath.set(joined(language, row.paths[language] ?? ''), { name: row.name, language });
  }
  const ofRow = ({ paths }: RoutePaths, language: Language, ...segments: (string | number)[]) =>
    joined(language, localized(paths, language), ...segments.map(String));
  return {
    to(name, language) {
      const row = byName.get(name);
      if (!row) throw new Error(`the route map has no row named "${name}"`);
      return ofRow(row, language);
    },
    find(name, language, ...segments) {
      const row = byName.get(name);
      return row ? ofRow(row, language, ...segments) : null;
    },
    ofRow,
    stem: (name, language) => byName.get(name)?.paths[language] ?? null,
    rowAt(path) {
      const segments = path.split('/').filter(Boolean);
      for (let length = segments.length; length > 0; length -= 1) {
        const row = byPath.get(joined(...segments.slice(0, length)));
        if (row) return { ...row, rest: segments.slice(length) };
      }
      return null;
    },
  };
}

function joined(...parts: string[]): string {
  const path = parts.filter(Boolean).join('/');
  return path ? `/${path}/` : '/';
}
