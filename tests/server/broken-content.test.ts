import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { found } from '../support/found-in-content.ts';
import { change } from '../support/small-content.ts';

const PROPERTY = 'properties/35187.json';
const rewrite = (file: string, how: (text: string) => string | Buffer) =>
  writeFileSync(file, how(readFileSync(file, 'utf8')));

const saidOf = async (how: (at: string) => void) => (await found((at) => how(at('')))).said;

/** What an editor can do to a content folder, and what the check says of it. */
const BLOCKED: readonly (readonly [what: string, how: (at: string) => void, words: RegExp])[] = [
  [
    'a trailing comma',
    (at) => rewrite(join(at, PROPERTY), (text) => text.replace(/\n}\s*$/, ',\n}\n')),
    /^error properties\/35187\.json:\d+:\d+: found ","; delete this comma/,
  ],
  [
    'curved quotes',
    (at) => rewrite(join(at, PROPERTY), (text) => text.replace('"Price"', '“Price”')),
    /^error properties\/35187\.json:\d+:\d+: found "“"; this is a curved quote/,
  ],
  ['an empty file', (at) => writeFileSync(join(at, PROPERTY), ''), /35187\.json:1:1: the file is empty/],
  [
    'UTF-16',
    (at) => rewrite(join(at, PROPERTY), (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    /35187\.json:1:1: found UTF-16; save the file with the encoding UTF-8/,
  ],
  [
    'Windows-1252',
    (at) => rewrite(join(at, PROPERTY), (text) => Buffer.from(text.replace('"ID"', '"caf\xe9": 1, "ID"'), 'latin1')),
    /35187\.json:\d+:1: found letters of another encoding/,
  ],
  [
    'a copied property',
    (at) => cpSync(join(at, PROPERTY), join(at, 'properties/35187 copy.json')),
    /35187 copy\.json.*: found what properties\/35187\.json describes; give the copy .* the next free number is \d+/,
  ],
  [
    'a folder with the name of a file',
    (at) => mkdirSync(join(at, 'properties/60098.json')),
    /^error properties\/60098\.json: found a folder; a file is expected here/,
  ],
  [
    'a description of a megabyte',
    (at) => change(join(at, PROPERTY), (data) => ({ ...data, DescriptionA: { nl: 'x'.repeat(1_000_000) } })),
    /35187\.json.*DescriptionA\.nl: found a text of 1000000 characters; expected at most 50000/,
  ],
  [
    'a menu that goes round',
    (at) => {
      change(join(at, 'menu/advice.json'), (data) => ({ ...data, parentId: 'questions' }));
      change(join(at, 'menu/questions.json'), (data) => ({ ...data, parentId: 'advice' }));
    },
    /menu\/advice\.json.*parentId: found "questions"; the pages go round: advice > questions > advice/,
  ],
  [
    'a page below itself',
    (at) => change(join(at, 'menu/about.json'), (data) => ({ ...data, parentId: 'about' })),
    /menu\/about\.json.*parentId: .*go round: about > about/,
  ],
  ...['about', 'projects', 'testimonials', 'services'].map(
    (name) =>
      [
        `no page for ${name}`,
        (at: string) => rmSync(join(at, `menu/${name}.json`)),
        new RegExp(`^error routes\\.json:\\d+:\\d+: ${name}\\.name: .*publish a page in menu/ with "route": "${name}"`),
      ] as const,
  ),
  [
    'a testimonial that is a row but no file',
    (at) => rmSync(join(at, 'testimonials/testimonial-2.json')),
    /routes\.json.*testimonial-2\.article: .*write testimonials\/testimonial-2\.json, or delete this row/,
  ],
  [
    'an unknown category',
    (at) =>
      rewrite(join(at, 'menu/about.json'), (text) => text.replace('"relationId": "team"', '"relationId": "taem"')),
    /^error menu\/about\.json.*relationId: found "taem"; the only category is "team"/,
  ],
  [
    'a photograph that was cut off',
    (at) => {
      const file = join(at, 'media/photos/photo-01.jpg');
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    },
    /photo-01\.jpg"; this is no whole JPEG .*, PNG or WebP/,
  ],
];

test.each(BLOCKED)('%s is blocked in a sentence', async (_what, how, words) => {
  const said = await saidOf(how);
  expect(said).toContainEqual(expect.stringMatching(words));
  expect(said.filter((line) => line.startsWith('error')).length).toBeGreaterThan(0);
});

test.each<[string, (at: string) => void, RegExp]>([
  [
    'a field that stands twice',
    (at) => rewrite(join(at, PROPERTY), (text) => text.replace('"Price"', '"Price": 1,\n  "Price"')),
    /^warning properties\/35187\.json:\d+:\d+: Price: found "Price" for the second time; it is on line \d+ too/,
  ],
  [
    'HTML in a text',
    (at) => change(join(at, PROPERTY), (data) => ({ ...data, DescriptionA: { nl: 'Een <b>mooi</b> huis' } })),
    /^warning properties\/35187\.json.*DescriptionA\.nl: found <b>; HTML is shown as it is written/,
  ],
  [
    'a long summary in easy language',
    (at) => change(join(at, PROPERTY), (data) => ({ ...data, EasySummary: { nl: 'Een huis. '.repeat(46) } })),
    /^warning properties\/35187\.json.*EasySummary\.nl: found a summary of 92 words; easy language is short; write at /,
  ],
  [
    'a placeholder that is missing in a label',
    (at) => {
      mkdirSync(join(at, 'labels'), { recursive: true });
      writeFileSync(join(at, 'labels/fr.json'), '{ "MAIL_SALUTATION": "Bonjour" }');
    },
    /^warning labels\/fr\.json.*MAIL_SALUTATION: found "Bonjour"; the text does not say \{name\}/,
  ],
  [
    'a page below one that is not published',
    (at) => {
      change(join(at, 'menu/advice.json'), (data) => ({ ...data, status: 'Draft' }));
      change(join(at, 'menu/questions.json'), (data) => ({ ...data, parentId: 'advice' }));
    },
    /^warning menu\/questions\.json.*status: .*the page above it, menu\/advice\.json, is Draft/,
  ],
  [
    'no page for the homepage',
    (at) => rmSync(join(at, 'menu/home.json')),
    /^warning routes\.json.*home\.name: found no published page .*Homepage is shown without texts/,
  ],
])('%s is a warning', async (_what, how, words) => {
  const said = await saidOf(how);
  expect(said).toContainEqual(expect.stringMatching(words));
  expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('a byte order mark, which Windows writes, is accepted in every kind of file', async () => {
  const said = await saidOf((at) => {
    for (const file of [PROPERTY, 'routes.json', 'settings/site.json', 'menu/about.json'])
      rewrite(join(at, file), (text) => `\ufeff${text}`);
    expect(readContent(at).content?.properties.some(({ ID }) => ID === 35187)).toBe(true);
  });
  expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
});
