import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commentsIn, partsOfCode, RETIRED, retiredInName, retiredInText } from '../support/retired-words.ts';

/** Files that hold names of earlier versions, because their data is still read. */
const EARLIER = [
  /^src\/platform\/database\/migrations\//,
  /^src\/content\/files\/renamed\.server\.ts$/,
  /^src\/i18n\/current-labels\.ts$/,
];
/** Names that are fixed outside the code, with where they come from. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  // schema.org
  'src/features/seo/linked-data.ts': ['acceptedAnswer'],
  // The key on the keyboard.
  'src/features/property/site/photo-viewer.client.ts': ['Home'],
  // A public parameter.
  'src/pages/api/map.ts': ['home'],
  // The name of a row in routes.json.
  'src/features/page/route-rows.ts': ['home'],
  // A field of the calendar library.
  'src/features/viewing/studio/studio-agenda.server.ts': ['stamp'],
  'src/features/viewing/viewing-facts.server.ts': ['stamp'],
  // Links that earlier versions mailed.
  'src/platform/signing/mail-link.server.ts': ['booking'],
};

/** Files whose texts are no messages: words of visitors, a block with questions and answers, a class of pages. */
const OTHER_TEXTS = [
  'src/features/search/phrase-words.ts',
  'src/features/page/page.ts',
  'src/features/shortlist/site/compared-rows.view.ts',
];

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !EARLIER.some((pattern) => pattern.test(file)));
const code = filesIn('src', /\.tsx?$/);
const read = (file: string) => readFileSync(file, 'utf8');

describe('the search for retired words', () => {
  test('finds them in names, comments and texts', () => {
    expect(retiredInName('similarHomes')).toEqual(['homes']);
    expect(retiredInName('MOST_HOMES')).toEqual(['homes']);
    expect(retiredInName('visit-card.ts')).toEqual(['visit']);
    expect(retiredInName('homepage')).toEqual([]);
    expect(retiredInName('visitorOf')).toEqual([]);
    expect(retiredInText('A visit of `home`.')).toEqual(['visit']);
    const parts = partsOfCode('a.ts', "// a nap\nconst myHome = 'No homes here';");
    expect(parts).toEqual({ names: ['myHome'], comments: ['// a nap'], texts: ['No homes here'] });
  });

  test('reads the files of the site', () => {
    expect(code.length).toBeGreaterThan(350);
  });

  test('has the words of the glossary', () => {
    const glossary = read('docs/glossary.md').toLowerCase();
    for (const word of ['home', 'visit', 'paper', 'answer', 'nap', 'turns', 'knock', 'stamp', 'wish'])
      expect(glossary.includes(word) && Object.hasOwn(RETIRED, word), word).toBe(true);
  });
});

test('files and folders have no retired word in their name', () => {
  const files = [...code, ...filesIn('src', /\.(astro|css|mjs)$/), ...filesIn('tests', /\.ts$/)];
  expect(files.filter((file) => retiredInName(file).length > 0)).toEqual([]);
});

test('identifiers have no retired word', () => {
  const found = code.flatMap((file) =>
    partsOfCode(file, read(file))
      .names.filter((name) => retiredInName(name).length > 0 && !FIXED[file]?.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('comments have no retired word', () => {
  const files = [...code, ...filesIn('src', /\.(astro|mjs)$/)];
  const found = files.flatMap((file) =>
    commentsIn(read(file)).flatMap((comment) => retiredInText(comment).map((word) => `${file}: ${word}: ${comment}`)),
  );
  expect(found).toEqual([]);
});

test('messages of commands, checks and settings have no retired word', () => {
  const spoken = code.filter((file) => !OTHER_TEXTS.includes(file));
  const found = spoken.flatMap((file) =>
    partsOfCode(file, read(file)).texts.flatMap((text) =>
      retiredInText(text).map((word) => `${file}: ${word}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});

test('documents have no retired word', () => {
  const papers = ['README.md', 'SECURITY.md', 'content/README.md', '.github/CONTRIBUTING.md'];
  const found = [...papers, ...filesIn('docs', /(?<!glossary)\.md$/)].flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => retiredInText(line).map((word) => `${file}:${at + 1}: ${word}: ${line.slice(0, 120)}`)),
  );
  expect(found).toEqual([]);
});

test('a form is named in its own file only: nothing else asks for the name of a form', () => {
  const found = [...code, ...filesIn('src', /\.astro$/)].filter((file) => /\bform\.name\s*[!=]==/.test(read(file)));
  expect(found).toEqual([]);
});
