import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTES } from '../../src/features/property/attributes.ts';
import { FORM_LABELS } from '../support/form-labels.ts';

const LANGUAGES = ['nl', 'fr', 'en', 'de'] as const;
/** Labels in which only Dutch shows a count, as the specification wants. */
const COUNT_IN_DUTCH_ONLY = ['PAGING_TITLE'];
/** Labels that are the same word in several languages. */
const MAY_BE_EQUAL = new RegExp(
  '^(HOME|MENU|CONTACT|FILTERS|VIDEO|ALARM|LIFT|E_LEVEL|QUOTED|BOX|MAIL|HEATING_PELLETS|' +
    'ENERGY_CERTIFICATE_FLANDERS|P_SCORE|G_SCORE|UNIT_.*|REF_SHORT|STORED_COOKIE|WHATSAPP|STUDIO|STUDIO_CODE|' +
    // Names of families of type.
    'CHOICE_(?:HANKEN_GROTESK|FIGTREE|LIBRE_FRANKLIN|NEWSREADER|LITERATA|FRAUNCES|BRICOLAGE_GROTESQUE)|' +
    'SETTINGS_IMPORT|CHOICE_GARAGE|ROOM_GARAGE|FIELD_LOGO|FIELD_TAG_MANAGER|' +
    '(?:CHOICE|FIELD)_(?:OMNICASA|SKARABEE|SWEEPBRIGHT|WHISE))$',
);

const labels = Object.fromEntries(
  LANGUAGES.map((code) => [
    code,
    JSON.parse(readFileSync(`src/i18n/default-labels/${code}.json`, 'utf8')) as Record<string, string>,
  ]),
) as Record<(typeof LANGUAGES)[number], Record<string, string>>;
/** The key a page asks for: one with `_ONE` beside it is a number of things; ZONING_OTHER is not. */
const stemOf = (key: string) => {
  const stem = key.replace(/_(ZERO|ONE|TWO|FEW|MANY|OTHER)$/, '');
  return LANGUAGES.some((code) => `${stem}_ONE` in labels[code]) ? stem : key;
};
const keys = new Set(LANGUAGES.flatMap((code) => Object.keys(labels[code]).map(stemOf)));

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|astro)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));
/** Keys asked for by name; the first argument may choose between two. */
const asked = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\bt\(([^,()]*(?:\([^()]*\)[^,()]*)*)/g)].flatMap(([, first = '']) =>
    [...first.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, key = '']) => ({ file, key })),
  ),
);
/** Headings above attributes, which stand on pages only. */
const PANELS = ['FLOOD'];
const ofAttributes: string[] = ATTRIBUTES.flatMap(({ label, choices }) => [label, ...Object.values(choices ?? {})]);
/** Every word in capitals between quotes: keys that stand in tables. */
const named = new Set(
  sources.flatMap(({ text }) => [...text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, key = '']) => key)),
);
/** Keys that are made of the names of fields and of files of settings. */
const ofForms = new Set(FORM_LABELS);
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('the rules see the labels of the site', () => {
  expect(asked.length).toBeGreaterThan(80);
  expect(keys.size).toBeGreaterThan(200);
});

test('every label that a page asks for exists', () => {
  expect(asked.filter(({ key }) => !keys.has(key)).map(({ file, key }) => `${file}: ${key}`)).toEqual([]);
  expect(ofAttributes.filter((key) => !keys.has(key))).toEqual([]);
});

test('every label is used somewhere', () => {
  const isHelp = (key: string) => key.endsWith('_HELP') && ofForms.has(key.slice(0, -'_HELP'.length));
  const unused = [...keys].filter((key) => !named.has(key) && !ofAttributes.includes(key) && !ofForms.has(key));
  expect(unused.filter((key) => !isHelp(key))).toEqual([]);
});

describe.each(LANGUAGES)('the labels of %s', (code) => {
  test('are complete and filled in', () => {
    const own = new Set(Object.keys(labels[code]).map(stemOf));
    expect([...keys].filter((key) => !own.has(key))).toEqual([]);
    expect(Object.entries(labels[code]).filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
  });

  test(
    'are set as print is: curved apostrophes, and in French no line that begins with a colon or a ' + 'question mark',
    () => {
      const careless = code === 'fr' ? /\p{L}'\p{L}| [:;?!»]|« /u : /\p{L}'\p{L}/u;
      expect(Object.entries(labels[code]).filter(([, text]) => careless.test(text))).toEqual([]);
    },
  );

  test('have both numbers where one language has them', () => {
    const counted = new Set(
      LANGUAGES.flatMap((one) =>
        Object.keys(labels[one])
          .filter((key) => stemOf(key) !== key)
          .map(stemOf),
      ),
    );
    expect(
      [...counted].flatMap((stem) => [`${stem}_ONE`, `${stem}_OTHER`]).filter((key) => !(key in labels[code])),
    ).toEqual([]);
  });

  test('divide long words of attributes and their panels by soft hyphens, and no other label, which mails hold', () => {
    const all = Object.entries(labels[code]);
    const long = all.filter(([key, text]) => ofAttributes.includes(key) && /\p{L}{18,}/u.test(text));
    expect(long).toEqual([]);
    const isOfPanel = (key: string) => ofAttributes.includes(key) || PANELS.includes(key);
    expect(all.filter(([key, text]) => text.includes('\u00AD') && !isOfPanel(key))).toEqual([]);
  });

  test('leave the same places to be filled in as Dutch', () => {
    const wrong = Object.entries(labels[code]).filter(([key, text]) => {
      const dutch = placesOf(labels.nl[key] ?? '');
      const expected =
        COUNT_IN_DUTCH_ONLY.includes(key) && code !== 'nl' ? dutch.filter((name) => name !== 'count') : dutch;
      return placesOf(text).join() !== expected.join();
    });
    expect(wrong).toEqual([]);
  });
});

test('no label was left untranslated', () => {
  const same = [...keys].filter((key) => {
    const texts = LANGUAGES.map((code) => labels[code][key]);
    return texts[0] !== undefined && /\p{L}{2}/u.test(texts[0].replace(/\{\w+\}/g, '')) && new Set(texts).size === 1;
  });
  expect(same.filter((key) => !MAY_BE_EQUAL.test(key))).toEqual([]);
});

/** A number of something that the code limits, keeps or waits for. */
const UNITS = [
  ...['tekens', 'woorden', 'MB', 'maanden', 'dagen', 'minuten', 'uur', 'seconden'],
  ...['caract', 'mots', 'Mo', 'mois', 'jours', 'minutes', 'heures', 'secondes'],
  ...['characters', 'words', 'months', 'days', 'hours', 'seconds'],
  ...['Zeichen', 'Wörter', 'Monate', 'Tage', 'Minuten', 'Stunden', 'Sekunden'],
];
const PROMISE = new RegExp(`\\d\\s*(?:${UNITS.join('|')})`, 'u');
/** Numbers that no rule of the code has: the advice of WCAG 2.2.1, and the name of a figure. */
const NO_PROMISES: readonly string[] = ['FIELD_IDLE_HOURS_HELP', 'OWNER_STATS_LAST_30'];

test('a number that a label promises is filled in from what the code uses', () => {
  const found = LANGUAGES.flatMap((code) =>
    Object.entries(labels[code]).filter(([key, text]) => PROMISE.test(text) && !NO_PROMISES.includes(key)),
  );
  expect(found, 'write a place such as {days} into the label and pass the number from the code').toEqual([]);
});
