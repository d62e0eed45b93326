import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ContentProblem } from '../../src/content/files/problems.ts';

/** One thing that an editor, a program or a disk does to a content file. */
export interface Break {
  file: string;
  how: keyof typeof WAYS;
  /** Which of the possible places, from 0 to 1. */
  at: number;
  value: unknown;
}
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Place = { parent: Record<string, Json>; key: string };

/** Every member of an object or array inside a value. */
function placesOf(value: Json): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const parent = value as Record<string, Json>;
  return Object.keys(value).flatMap((key) => [{ parent, key }, ...placesOf(parent[key] ?? null)]);
}
const inNames = ({ parent }: Place) => !Array.isArray(parent);
const pick = <T>(list: readonly T[], at: number): T | undefined => list[Math.floor(at * list.length)];

/** Changes the value of a JSON file at one of the places that fit. */
function edit(path: string, at: number, fits: (place: Place) => boolean, change: (place: Place) => void): void {
  const data = JSON.parse(readFileSync(path, 'utf8')) as Json;
  const place = pick(placesOf(data).filter(fits), at);
  if (place) change(place);
  writeFileSync(path, JSON.stringify(data, null, 2));
}
/** Changes the bytes of a file. */
const rewrite = (path: string, change: (text: string) => string | Buffer) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

/** Each way to break a file; `value` takes the place of another. */
const WAYS = {
  drop: (path: string, { at }: Break) =>
    edit(
      path,
      at,
      () => true,
      ({ parent, key }) => (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]),
    ),
  retype: (path: string, { at, value }: Break) =>
    edit(
      path,
      at,
      () => true,
      ({ parent, key }) => {
        parent[key] = value as Json;
      },
    ),
  repeat: (path: string, { at }: Break) =>
    edit(
      path,
      at,
      ({ parent }) => Array.isArray(parent),
      ({ parent, key }) => (parent as unknown as Json[]).push(structuredClone(parent[key] ?? null)),
    ),
  'rename a field': (path: string, { at }: Break) =>
    edit(path, at, inNames, ({ parent, key }) => {
      parent[`${key}x`] = parent[key] ?? null;
      delete parent[key];
    }),
  'repeat a field': (path: string, { at }: Break) =>
    rewrite(path, (text) => {
      const [line, name] = pick([...text.matchAll(/^ *("[^"\n]+": )/gm)], at) ?? [];
      return line && name ? text.replace(line, `${line.replace(name, '')}${name}null,\n${line}`) : text;
    }),
  'UTF-16': (path: string) => rewrite(path, (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  'Latin-1': (path: string) => rewrite(path, (text) => Buffer.from(text, 'latin1')),
  'cut off': (path: string, { at }: Break) => rewrite(path, (text) => text.slice(0, Math.floor(at * text.length))),
  'lose a character': (path: string, { at }: Break) =>
    rewrite(path, (text) => {
      const n = Math.floor(at * text.length);
      return text.slice(0, n) + text.slice(n + 1);
    }),
  copy: (path: string) => copyFileSync(path, path.replace(/\.json$/, ' copy.json')),
  'rename the file': (path: string) => renameSync(path, path.replace(/\.json$/, '-new.json')),
  delete: (path: string) => rmSync(path),
} satisfies Record<string, (path: string, broken: Break) => void>;

/** The JSON files of a content folder, below it. */
export const contentFiles = (contentDir: string): string[] =>
  readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !/^(?:schemas|media|documents)\//.test(file))
    .sort();

/** Breaks of the files of a content folder, as fast-check makes them. */
export const breaksOf = (contentDir: string): fc.Arbitrary<Break> =>
  fc.record({
    file: fc.constantFrom(...contentFiles(contentDir)),
    how: fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])),
    at: fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((n) => n / 1_000_000),
    value: fc.oneof(
      fc.constantFrom<Json>(
        null,
        true,
        '',
        ' ',
        0,
        -1,
        1e21,
        [],
        {},
        [null],
        { nl: null },
        '__proto__',
        '../..',
        '<b>',
      ),
      fc.string(),
      fc.integer(),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
    ),
  });

/** Breaks a content folder; returns what puts it right again. */
export function breakContent(contentDir: string, broken: Break): () => void {
  const path = join(contentDir, broken.file);
  const before = readFileSync(path);
  WAYS[broken.how](path, broken);
  return () => {
    for (const suffix of [' copy.json', '-new.json']) rmSync(path.replace(/\.json$/, suffix), { force: true });
    writeFileSync(path, before);
  };
}

/** Ways after which the file says something else than its editor meant, so that silence would lose it. */
const LOSES: readonly Break['how'][] = ['rename a field', 'repeat a field', 'UTF-16', 'Latin-1', 'cut off', 'copy'];

/** What is wrong with the report about a break; null when it is as it should be. */
export function faultOfReport(problems: readonly ContentProblem[], broken: Break, isSame: boolean): string | null {
  for (const { file, allowed, found, kind, line } of problems) {
    if (!file || !allowed.trim()) return `a problem without file or advice: ${JSON.stringify({ file, allowed })}`;
    if (/\bat \w+ \(|node_modules|Cannot read|undefined|\[object/.test(`${found} ${allowed}`))
      return `a message for programmers: ${found} ${allowed}`;
    if (kind === 'json' && !line) return `no line for ${file}`;
  }
  const [stem = ''] = broken.file.split('.json');
  const isNamed = problems.some(({ file, found, allowed }) => `${file} ${found} ${allowed}`.includes(stem));
  if (LOSES.includes(broken.how) && !isSame && !isNamed) return 'nothing is said about the file';
  return null;
}
