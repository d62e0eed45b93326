import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../src/content/files/problems.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';

/** A content folder in which something was changed, and what the check reports about it. */
function checked(changes: (at: (file: string) => string) => void): { usable: boolean; problems: string[] } {
  const folder = join(testFolder(), 'content');
  mkdirSync(folder);
  copySmallContent(folder, {});
  changes((file) => join(folder, file));
  const { content, problems } = readContent(folder);
  return {
    usable: content !== null,
    problems: problems.map((problem) => `${problem.severity} ${describeProblem(problem)}`),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests write what the types forbid
type Wrong = any;
const property = (at: (file: string) => string, more: Record<string, unknown>) =>
  change(at('properties/35187.json'), (data) => ({ ...data, ...more }));
const page = (at: (file: string) => string, how: (data: Wrong) => void) =>
  change(at('menu/advice.json'), (data) => {
    how(data);
    return data;
  });

test('the content as it is has no findings', () => {
  expect(checked(() => {})).toEqual({ usable: true, problems: [] });
});

describe('a mistake is reported with file, field, value and allowed values', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a price in words',
      { Price: '595000' },
      /^error properties\/35187\.json: Price: found "595000"; expected a number/,
    ],
    ['a text in place of a group', { Documents: ['a'] }, /expected a group \{ … \} with File, Title/],
    ['a missing price', { Price: undefined }, /Price: found nothing; expected a number/],
    ['a goal in words', { Goal: 'sale' }, /Goal: found "sale"; expected/],
    ['a misspelt field', { Prise: 1 }, /Prise: found "Prise"; this field does not exist/],
    ['an unknown choice', { Heating: 'coal' }, /Heating: found "coal"; expected "gas", "oil"/],
    ['a year that was none', { ConstructionYear: 98 }, /ConstructionYear: found 98; expected at least 1200/],
    [
      'a day that does not exist',
      { CreatedDate: '2026-02-31' },
      /CreatedDate: found "2026-02-31"; this date does not exist/,
    ],
    [
      'a language that is none',
      { TypeDescription: { nl: 'Huis', dutch: 'Huis' } },
      /TypeDescription\.dutch: found "Huis"; "dutch" is not a language code/,
    ],
    [
      'a picture outside of the media folder',
      { XLargePictureItems: [{ Url: '../settings/site.json' }] },
      /XLargePictureItems\[0\]\.Url: found/,
    ],
    [
      'a picture that is not there',
      { XLargePictureItems: [{ Url: 'photos/absent.jpg' }] },
      /XLargePictureItems\[0\]\.Url: found "photos\/absent\.jpg"; this picture is not in media/,
    ],
    [
      'a document outside of its folder',
      { Documents: [{ File: 'x/../../secret', Title: { nl: 'x' }, Kind: 'energy' }] },
      /Documents\[0\]\.File: found "x\/\.\.\/\.\.\/secret"/,
    ],
    ['a town with another postcode', { Zip: '9000' }, /Zip: found "9000 Grimbergen"; the postcode .* is 1850; correct/],
    ['a misspelt town', { City: { nl: 'Grimb' } }, /City: found "1850 Grimb"; the town of 1850 .* is Grimbergen;/],
    ['an unknown town', { Zip: '9999', City: { nl: 'X' } }, /Zip: found "9999 X"; cities\.json has neither/],
    [
      'an agent who does not work here',
      { Manager: 'nobody' },
      /Manager: found "nobody"; name a file in category\/team/,
    ],
    ['an unknown type', { WebIDs: '1,99' }, /WebIDs: found "99"; use numbers of property-types\.json/],
    [
      'a project that does not exist',
      { ProjectID: 801 },
      /ProjectID: found 801; name the number of a file in projects/,
    ],
    ['a script as a tour', { VirtualTour: 'javascript:alert(1)' }, /VirtualTour: found "javascript:alert\(1\)"/],
  ])('%s', (_name, more, message) => {
    const { usable, problems } = checked((at) => property(at, more));
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(usable).toBe(false);
  });

  test.each<[string, (data: Wrong) => void, RegExp]>([
    [
      'an unknown view names page and module',
      (data) =>
        (data.params.modules = [{ id: 'hero', relationType: 'article', relationId: 'about-story', view: 'carousel' }]),
      /menu\/advice\.json: params\.modules\[0\]\.view: found "carousel"; module "hero" of page "advice"/,
    ],
    [
      'a module about nothing',
      (data) => (data.params.modules = [{ id: 'm', relationType: 'article', relationId: 'absent', view: 'block' }]),
      /relationId: found "absent"; name an article/,
    ],
    [
      'a status that is none',
      (data) => (data.status = 'published'),
      /status: found "published"; expected "Published", "Draft"/,
    ],
    ['a redirect without a target', (data) => (data.params.redirect = true), /params\.redirectUrl: found nothing/],
    [
      'a redirect to a script',
      (data) => Object.assign(data.params, { redirect: true, redirectUrl: 'javascript:alert(1)' }),
      /redirectUrl: found "javascript:alert\(1\)"; expected https/,
    ],
    [
      'rules that import others',
      (data) => (data.params.css = '@import "https://x.example/a.css";'),
      /params\.css: .*no @import/,
    ],
    [
      'styles that request another site',
      (data) => (data.params.css = 'h1 { background: url(https://x.example/a.png) }'),
      /params\.css: .*only lead to \/media/,
    ],
    ['styles that end their element', (data) => (data.params.css = 'h1 {} </style><script>'), /params\.css: .*no "<"/],
    [
      'a parent that does not exist',
      (data) => (data.parentId = 'absent'),
      /parentId: found "absent"; name a file in menu/,
    ],
  ])('%s', (_name, how, message) => {
    const { usable, problems } = checked((at) => page(at, how));
    expect(problems).toContainEqual(expect.stringMatching(message));
    expect(usable).toBe(false);
  });
});

test('an unreadable condition is a warning: the module is hidden, the site is shown', () => {
  const { usable, problems } = checked((at) =>
    page(
      at,
      (data) =>
        (data.params.modules = [{ id: 'm', relationType: 'contact', view: 'contact', condition: 'sale is big' }]),
    ),
  );
  expect(usable).toBe(true);
  expect(problems).toEqual([
    expect.stringMatching(/^warning menu\/advice\.json: params\.modules\[0\]\.condition: found "sale is big"/),
  ]);
});

test('keys that would change an object itself are ordinary mistakes', () => {
  const { problems } = checked((at) => {
    const file = at('properties/35187.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"City": {', '"City": { "__proto__": "x", "constructor": "y",'),
    );
  });
  expect(problems.join('\n')).toMatch(/City\.constructor: .*not a language code/);
  expect(({} as Record<string, unknown>).nl).toBeUndefined();
});

test.each([
  ['a comma too many', (text: string) => text.replace('"Goal": 0,', '"Goal": 0,,'), /:\d+:\d+: .*(comma|not JSON)/],
  ['a file cut off', (text: string) => text.slice(0, 500), /:\d+:\d+: .*(cut off|no quote)/],
  ['an empty file', () => '', /:1:1: the file is empty/],
])('%s is reported with line and column', (_name, spoil, place) => {
  const { usable, problems } = checked((at) => {
    const file = at('properties/35187.json');
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
  });
  expect(usable).toBe(false);
  expect(problems[0]).toMatch(/^error properties\/35187\.json:\d+:\d+: /);
  expect(problems[0]).toMatch(place);
});

test('the reported line is correct', () => {
  const { problems } = checked((at) =>
    writeFileSync(at('properties/35187.json'), '{\n  "ID": 35187,\n  "Goal": 0 "Price": 1\n}'),
  );
  expect(problems[0]).toContain('35187.json:3:12: a comma is missing here');
});

test('all mistakes are reported at once', () => {
  const { problems } = checked((at) => {
    property(at, { Price: 'x', Goal: 'y', Manager: 'nobody' });
    change(at('properties/35160.json'), (data) => ({ ...data, Zip: 5 }));
    page(at, (data) => (data.status = 'x'));
    writeFileSync(at('articles/disclaimer.json'), '{');
    change(at('settings/header.json'), (data) => ({ ...data, maxMenuItems: 'five' }));
  });
  const text = problems.join('\n');
  for (const place of [
    '35187.json: Price',
    '35187.json: Goal',
    '35160.json: Zip',
    'advice.json: status',
    'disclaimer.json',
    'header.json: maxMenuItems',
  ])
    expect(text).toContain(place);
});

test('a misnamed file and a missing file are reported', () => {
  const { problems } = checked((at) => {
    change(at('properties/35187.json'), (data) => ({ ...data, ID: 35188 }));
    rmSync(at('cities.json'));
  });
  expect(problems).toContainEqual(expect.stringMatching(/properties\/35187\.json: .*rename the file to 35188\.json/));
  expect(problems).toContainEqual(expect.stringMatching(/cities\.json: found no such file/));
});

test('a language without labels and paths is reported, with what to write', () => {
  const { problems } = checked((at) =>
    change(at('settings/site.json'), (data) => ({ ...data, enabledLanguages: ['nl', 'it'], defaultLanguage: 'es' })),
  );
  expect(problems).toContainEqual(expect.stringMatching(/labels\/it\.json: .*write the labels of it/));
  expect(problems).toContainEqual(
    expect.stringMatching(/routes\.json: for-sale\.paths\.it: found nothing; give the path in it/),
  );
  expect(problems).toContainEqual(
    expect.stringMatching(/settings\/site\.json: defaultLanguage: found "es"; use one of enabledLanguages: nl, it/),
  );
});

test('two pages with one path are reported', () => {
  const { problems } = checked((at) =>
    change(at('routes.json'), (rows) =>
      rows.map((row: Wrong) => (row.name === 'contact' ? { ...row, paths: { ...row.paths, nl: 'te-koop' } } : row)),
    ),
  );
  expect(problems).toContainEqual(
    expect.stringMatching(/routes\.json: contact\.paths\.nl: found "te-koop"; another row, for-sale, has this path/),
  );
});
