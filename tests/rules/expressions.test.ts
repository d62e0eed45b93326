import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** Expressions that are slow on long texts only, with what keeps their texts short. */
const BOUNDED: Readonly<Record<string, string>> = {
  '<(script|style|textarea|pre)\\b[\\s\\S]*?<\\/\\1>|>\\s+(?=<)':
    'it reads pages of this site only, which close what they open',
  '<style[\\s\\S]*?<\\/style>': 'a browser reads pages of this site only, which close what they open',
  ',? \\d{4} \\p{L}[^\\d,]{0,60}$|,[^\\d,]{0,60}$': 'at most 68 characters are read from each place of a text',
  '(?<![^\\s])\\+?[\\d(][\\d\\s./()-]{4,30}\\d(?!\\S)': 'at most 32 characters are read from each place of a text',
};

interface Expression {
  source: string;
  flags: string;
  file: string;
}

/** The regular expressions of a file that repeat something. */
function expressionsIn(file: string): Expression[] {
  const text = readFileSync(join('src', file), 'utf8');
  // The front matter of an Astro file is its code.
  const code = file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text;
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), file });
    }
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, kind));
  return found.filter(({ source }) => /[*+]|\{\d+,\d*\}/.test(source));
}

test('no regular expression of the product takes quadratic time on any text', async () => {
  const all = sourceFiles.filter((file) => !file.endsWith('.css')).flatMap(expressionsIn);
  expect(all.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const { source, flags, file } of new Map(all.map((one) => [one.source + one.flags, one])).values()) {
    if (Object.hasOwn(BOUNDED, source)) continue;
    const found = await check(source, flags, { timeout: 30_000 });
    const attack = found.status === 'vulnerable' ? found.attack.pattern : found.status;
    if (found.status !== 'safe') slow.push(`${file}: /${source}/, such as ${attack}`);
  }
  expect(slow).toEqual([]);
}, 240_000);

test('the reader of expressions finds a slow one', async () => {
  expect((await check('[.\\s]+$', 'g')).status).toBe('vulnerable');
});
