import { join } from 'node:path';
import { type Node, parseTree } from 'jsonc-parser';
import { type FileCache, NO_CACHE } from '../../platform/files/file-cache.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import type { ContentProblem } from '../content/content-problem.ts';
import { contentSchemaOf } from '../content/content-schemas.ts';

/** Warns of a field that is written twice in one group of a file: only the last one counts. */
export function checkKeys(contentDir: string, cache: FileCache = NO_CACHE): ContentProblem[] {
  return filesBelow(contentDir, cache)
    .filter((file) => file.endsWith('.json') && contentSchemaOf(file) !== null)
    .flatMap((file) => {
      try {
        const read = (bytes: Buffer) => keysTwice(file, new TextDecoder().decode(bytes));
        return cache.of('keys', join(contentDir, file), read);
      } catch {
        // A file that has gone meanwhile or cannot be read is reported by the reading of the content.
        return [];
      }
    });
}

/** The fields of one file that stand twice in a group. */
export function keysTwice(file: string, text: string): ContentProblem[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const found: ContentProblem[] = [];
  const search = (node: Node) => {
    if (node.type === 'object') {
      const first = new Map<string, Node>();
      for (const { children: [key] = [] } of node.children ?? []) {
        if (!key) continue;
        const name = String(key.value);
        const before = first.get(name);
        if (before)
          found.push({
            severity: 'warning',
            kind: 'field',
            file,
            field: name,
            line: lineOf(key.offset),
            column: key.offset - text.lastIndexOf('\n', key.offset),
            found: `"${name}" for the second time`,
            allowed: `it is on line ${lineOf(before.offset)} too, and only the last one counts; keep one of them`,
          });
        else first.set(name, key);
      }
    }
    for (const child of node.children ?? []) search(child);
  };
  const tree = parseTree(text);
  if (tree) search(tree);
  return found;
}
