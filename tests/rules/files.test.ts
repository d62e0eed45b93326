import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROUTE_FILES } from '../../src/app/routes.ts';

const MOST_LINES = 400;
const MOST_COLUMNS = 120;
/** A file of tests may be somewhat longer. */
const MOST_TEST_LINES = 240;
const ROUTE_LINES = 60;
const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'lib', 'common', 'shared', 'misc'];
/** Files whose name a tool insists on. */
const NAMED_BY_TOOLS = new Set(['env.d.ts', 'live.config.ts', '404.astro', '500.astro']);
/** Visible text that is no language: units and signs that stand in the markup itself. */
const NO_WORDS: ReadonlySet<string> = new Set([]);

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const code = files.filter((file) => /\.(ts|tsx|astro|mjs)$/.test(file));
const read = (file: string) => readFileSync(file, 'utf8');

test('the rules see the files of the site', () => {
  expect(code.length).toBeGreaterThan(120);
});

test('plain code is named in kebab-case, components in PascalCase', () => {
  const wrong = code.filter((file) => {
    const name = basename(file);
    if (NAMED_BY_TOOLS.has(name) || /^src\/pages\//.test(file)) return false;
    return /\.(astro|tsx)$/.test(name)
      ? !/^[A-Z][A-Za-z0-9]*\.(astro|tsx)$/.test(name)
      : !/^[a-z0-9]+(-[a-z0-9]+)*(\.server|\.view|\.client|\.element|\.worker|\.d)?\.(ts|mjs)$/.test(name);
  });
  expect(wrong).toEqual([]);
});

test('folders are named in kebab-case, after what is in them', () => {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(1, -1)));
  expect([...folders].filter((name) => NAMELESS.includes(name) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test('no file is a barrel, none is longer than 400 lines', () => {
  expect(files.filter((file) => /\/index\.(ts|tsx)$/.test(file))).toEqual([]);
  expect(code.filter((file) => read(file).split('\n').length > MOST_LINES)).toEqual([]);
});

test('no line is longer than 120 columns', () => {
  const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => join('tests', file));
  const long = [...files, ...tests]
    .filter((file) => /\.(ts|tsx|astro|css|mjs)$/.test(file))
    .flatMap((file) => {
      const lines = read(file).split('\n');
      return lines.flatMap((line, at) => ([...line].length > MOST_COLUMNS ? [`${file}:${at + 1}`] : []));
    });
  expect(long).toEqual([]);
});

test(
  'a file of tests is about one noun: no longer than 240 lines unless it is a table, and named after ' +
    'what it tests',
  () => {
    const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join('tests', file));
    expect(tests.length).toBeGreaterThan(200);
    const long = tests.flatMap((file) => {
      const { length } = read(file).split('\n');
      return length > MOST_TEST_LINES ? [`${file}: ${length} lines, at most ${MOST_TEST_LINES}`] : [];
    });
    expect(long).toEqual([]);
    expect(
      tests.filter((file) => !/\/([a-z0-9-]+|vitest\.config|playwright\.config)(\.test)?\.ts$/.test(file)),
    ).toEqual([]);
  },
);

test('what a file gives to others is told in a sentence above it', () => {
  const untold = code
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/pages/'))
    .flatMap((file) => {
      const lines = read(file).split('\n');
      const bare = (line: string, at: number) =>
        /^export (async function|function|class)/.test(line) && !lines[at - 1]?.trim().endsWith('*/');
      return lines.filter(bare).map((line) => `${file}: ${line}`);
    });
  expect(untold).toEqual([]);
});

test('a page type is short: it asks and hands on', () => {
  const pages = [...ROUTE_FILES].filter((file) => file.endsWith('.astro'));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((file) => read(file).trimEnd().split('\n').length > ROUTE_LINES)).toEqual([]);
});

test('no rule of the types or the linter is switched off without a reason', () => {
  const off = code.flatMap((file) =>
    read(file)
      .split('\n')
      .filter(
        (line) =>
          /@ts-(nocheck|ignore|expect-error)|biome-ignore|eslint-disable/.test(line) &&
          !/biome-ignore(-start|-end)? [\w/]+: \S+ \S+|@ts-expect-error: \S+ \S+/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(off).toEqual([]);
});

test('components hold no words: what a visitor reads comes from labels and content', () => {
  const wrong = code
    .filter((file) => file.endsWith('.astro'))
    .flatMap((file) => wordsIn(read(file)).map((words) => `${file}: ${words}`));
  expect(wrong).toEqual([]);
});

test('the search for words finds them', () => {
  expect(wordsIn('---\nconst a = 1;\n---\n<p class="x">Welkom {name}, <b>{t(\'A\')}</b></p>')).toEqual(['Welkom']);
  expect(wordsIn('<img alt="Een huis" title={t(\'A\')} />')).toEqual(['Een huis']);
  expect(wordsIn('<p>{list.map((one) => <li>{one} <i>Nee</i></li>)}</p>')).toEqual(['Nee']);
  expect(wordsIn('<p>{a > 1 && b < 2 ? <b>{c}</b> : null}</p><style>p { color: red }</style>')).toEqual([]);
});

/** Two letters in a row in text between tags, or in an attribute that is read out, outside of expressions. */
function wordsIn(source: string): string[] {
  const markup = source
    .replace(/^---[\s\S]*?\n---/, '')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  const read = [...markup.matchAll(/\s(?:alt|title|placeholder|aria-label|aria-description)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  // A piece of text follows a tag or an expression and is ended by one; code between them has signs that sentences
  // lack.
  const text = [...markup.matchAll(/[>}]([^<>{}]+)(?=[<{])/g)].map(([, words = '']) => words.trim());
  const looksLikeCode = (words: string) => /=>|&&|\|\||[=?:;()[\]'`]/.test(words);
  return [...read, ...text.filter((words) => !looksLikeCode(words))]
    .filter((words) => /\p{L}{2}/u.test(words) && !NO_WORDS.has(words))
    .map((words) => words.replace(/[\s,]+$/, ''));
}
