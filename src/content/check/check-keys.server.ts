import { join } from 'node:path';
import { type Node, parseTree } from 'jsonc-parser';
import { type FileCache, filesBelow, NO_CACHE } from '../../platform/files/file-cache.server.ts';
import { contentSchemaOf } from '../files/content-schemas.server.ts';
import type { ContentProblem } from '../files/problems.ts';

/**
 * Warns of what JSON allows and nobody means: a field that is written twice in one group of a file, of which only the
 * last one counts, and `399.000`, which is 399.
 */
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

/** The fields of one file that stand twice in a group, and numbers with what looks like a point of thousands. */
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
    const written = node.type === 'number' ? text.slice(node.offset, node.offset + node.length) : '';
    if (/^[1-9]\d{0,2}\.\d{2}0$/.test(written))
      found.push({
        severity: 'warning',
        kind: 'value',
        file,
        field: node.parent?.type === 'property' ? String(node.parent.children?.[0]?.value) : '',
        line: lineOf(node.offset),
        column: node.offset - text.lastIndexOf('\n', node.offset),
        found: written,
        allowed:
          `a point begins the decimals, so this is ${Number(written)}; write ${written.replace('.', '')} when ` +
          'thousands are meant',
      });
    for (const child of node.children ?? []) search(child);
  };
  const tree = parseTree(text);
  if (tree) search(tree);
  return found;
}
