import type { Language } from './languages.ts';
import { localized } from './localized.ts';

/** The part of a route-map row that paths are built from: its name and its path per language. */
export interface RoutePaths {
  name: string;
  paths: Readonly<Record<string, string>>;
}

/** The paths of the site, built from content/routes.json. */
export interface Paths {
  /** Path of a row in a language, with further segments appended: `/nl/te-koop/gent/`. */
  to(name: string, language: Language, ...segments: (string | number)[]): string;
  /** Path of a row without language and slashes: `te-koop`; null when the row does not exist. */
  stem(name: string, language: Language): string | null;
  /** The row that a path belongs to, with the segments after it; the longest match wins; null without a match. */
  find(path: string): { name: string; language: Language; rest: string[] } | null;
}

/**
 * The paths of a route map in the given languages.
 * @example pathsOf(rows, ['nl', 'fr']).to('for-sale', 'fr', 'gent') // '/fr/a-vendre/gent/'
 */
export function pathsOf(rows: readonly RoutePaths[], languages: readonly Language[]): Paths {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const byPath = new Map<string, { name: string; language: Language }>();
  for (const language of languages) {
    for (const row of rows) byPath.set(joined(language, row.paths[language] ?? ''), { name: row.name, language });
  }
  return {
    to(name, language, ...segments) {
      const row = byName.get(name);
      if (!row) throw new Error(`routes.json has no row named "${name}"`);
      return joined(language, localized(row.paths, language), ...segments.map(String));
    },
    stem: (name, language) => byName.get(name)?.paths[language] ?? null,
    find(path) {
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
