import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One reference from a file of `src/` to another file or a package. */
export interface Import {
  /** Path below `src/`. */
  from: string;
  /** Path below `src/` without its query (`?url`), or the name of a package. */
  to: string;
}

/**
 * Every way in which code names another file: `import` and `export … from`, with or without a query such as `?worker`;
 * `import()` with a string or a template, also of types; `import.meta.glob`; `new URL(…, import.meta.url)`; `@import` of CSS.
 */
const REFERENCES = [
  /\bfrom\s*(['"])([^'"\n]+)\1/g,
  /\bimport\s*(['"])([^'"\n]+)\1/g,
  /\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g,
  /\bimport\.meta\.glob(?:<[^>]*>)?\(\s*\[?\s*(['"`])([^'"`\n]+)\1/g,
  /\bnew URL\(\s*(['"`])([^'"`\n]+)\1\s*,\s*import\.meta\.url/g,
  /@import\s+(?:url\(\s*)?(['"])([^'"\n]+)\1/g,
];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/[^\n]*/g;

/** The references in the text of a file at a path below `src/`. */
export function importsIn(file: string, text: string): Import[] {
  const code = text.replace(COMMENTS, '');
  return REFERENCES.flatMap((pattern) => [...code.matchAll(pattern)]).map(([, , name = '']) => ({
    from: file,
    to: targetOf(file, name),
  }));
}

function targetOf(file: string, name: string): string {
  // The part of a template before its first value names the folder.
  const path = name.replace(/\$\{.*$/, '*').replace(/[?#].*$/, '');
  if (path.startsWith('/src/')) return path.slice('/src/'.length);
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : path;
}

/** Every file of `src/` that can name another one, by its path below `src/`. */
export const sourceFiles: readonly string[] = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|mjs|css)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice('src/'.length));

/** All references of `src/`. */
export const sourceImports: readonly Import[] = sourceFiles.flatMap((file) =>
  importsIn(file, readFileSync(join('src', file), 'utf8')),
);
