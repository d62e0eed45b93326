import type { Language } from './languages.ts';
import { localized } from './localized.ts';

/** What the route map tells of one address: its name and its path per language. */
export interface RoutePaths {
  name: string;
  paths: Readonly<Record<string, string>>;
}

/** The addresses of the site, made from content/routes.json. */
export interface Paths {
  /** Address of a row in a language, with further segments behind it: `/nl/te-koop/grimbergen/`. */
  to(name: string, language: Language, ...segments: (string | number)[]): string;
  /** Path of a row without language and slashes: `te-koop`; null when the row does not exist. */
  stem(name: string, language: Language): string | null;
  /** The row an address belongs to, with what stands behind its path; the longest path wins; null when none does. */
  find(path: string): { name: string; language: Language; rest: string[] } | null;
}

/**
 * The addresses of a route map in some languages.
 * @example pathsOf(rows, ['nl', 'fr']).to('for-sale', 'fr', 'grimbergen') // '/fr/a-vendre/grimbergen/'
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
