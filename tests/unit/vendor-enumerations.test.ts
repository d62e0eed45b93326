import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import * as omnicasaCodes from '../../src/importers/omnicasa-codes.ts';
import * as skarabeeCodes from '../../src/importers/skarabee-codes.ts';
import { attributeOf } from '../../src/importers/source-values.ts';
import * as sweepbrightCodes from '../../src/importers/sweepbright-codes.ts';
import * as whiseCodes from '../../src/importers/whise-codes.ts';
import { english } from '../support/english.ts';
import { EXPORTS } from '../support/import-export.ts';

type Table = Readonly<Record<string, string>>;
const recorded = (name: string) => readFileSync(join(EXPORTS, name), 'utf8');
const settings = importSettings.parse({});

/** What the only property of a text becomes. */
function only(importer: string, text: string) {
  const reading = english(IMPORTERS[importer]!.read([{ name: 'a.nl.json', text }], settings));
  return reading.ok ? reading.properties[0]! : expect.fail(reading.message);
}

/** Puts a value at a path such as `legal.energy.epc` into a copy of a JSON document. */
function withValue(text: string, path: string, value: unknown): string {
  const data = JSON.parse(text);
  const parts = path.split('.');
  let place = data;
  for (const part of parts.slice(0, -1)) place = place[part] ??= {};
  place[parts.at(-1)!] = value;
  return JSON.stringify(data);
}

const estate = (change: object) => {
  const data = JSON.parse(recorded('whise.json'));
  return JSON.stringify({ ...data, totalCount: 1, estates: [{ ...data.estates[0], parentId: 0, ...change }] });
};
const publication = (path: string, value: string) => {
  const [outer = '', ...inner] = path.replace(/^Property\./, '').split('.');
  const tag = inner.at(-1) ?? outer;
  const opened = inner.length > 0 ? `<${outer}><${inner.join('><')}>` : `<${tag}>`;
  const closed = inner.length > 0 ? `</${inner.toReversed().join('></')}></${outer}>` : `</${tag}>`;
  return recorded('skarabee.xml')
    .replace(new RegExp(`<${outer}>.*?</${outer}>`, 's'), '')
    .replace('<Price>', `${opened}${value}${closed}<Price>`);
};
const row = (changes: object) => {
  const data = JSON.parse(recorded('omnicasa.nl.json'));
  const [list] = Object.values(data) as { Value: { Items: object[] } }[];
  return JSON.stringify([{ ...list!.Value.Items[0], ...changes }]);
};

const { DETAILS } = whiseCodes;
/** Every table of a vendor: the field that it decides, and its meanings. */
type Row = [vendor: string, field: string, table: Table];
const chosen = (
  vendor: string,
  fields: readonly { field: string; choices?: Readonly<Record<string | number, string>> }[],
): Row[] => fields.flatMap(({ field, choices }): Row[] => (choices ? [[vendor, field, choices]] : []));
const TABLES: readonly Row[] = [
  ...chosen('skarabee', skarabeeCodes.FIELDS),
  ['skarabee', 'Heating', skarabeeCodes.HEATING],
  ['skarabee', 'Glazing', skarabeeCodes.GLAZING],
  ['skarabee', 'Construction', skarabeeCodes.CONSTRUCTION],
  ...chosen(
    'whise',
    DETAILS.map(([, detail]) => detail),
  ),
  ['whise', 'Condition', whiseCodes.CONDITIONS],
  ['whise', 'Availability', whiseCodes.AVAILABILITIES],
  ['whise', 'Construction', whiseCodes.CONSTRUCTIONS],
  ...chosen('sweepbright', sweepbrightCodes.FIELDS),
  ['sweepbright', 'Heating', sweepbrightCodes.HEATING],
  ['sweepbright', 'Construction', sweepbrightCodes.CONSTRUCTION],
  ...Object.entries(omnicasaCodes.VALUES).map(([field, table]): Row => ['omnicasa', field, table]),
  ...chosen(
    'omnicasa',
    [...omnicasaCodes.CODES.values()].map(({ ours: field, choices }) => ({ field, choices })),
  ),
];

test('every meaning of a code is one that the site has for this field', () => {
  const wrong = TABLES.flatMap(([vendor, field, table]) =>
    Object.entries(table).flatMap(([code, meaning]) =>
      meaning !== '' && (attributeOf(field, meaning) ?? null) === null
        ? [`${vendor} ${field} ${code}: ${meaning}`]
        : [],
    ),
  );
  expect(wrong).toEqual([]);
  expect(TABLES.length).toBeGreaterThan(25);
});

describe('a code that a vendor adds is named, and changes nothing else', () => {
  const PATHS: [vendor: string, field: string, text: () => string][] = [
    ...skarabeeCodes.FIELDS.flatMap(({ field, path, choices }): [string, string, () => string][] =>
      choices ? [['skarabee', field, () => publication(path, 'BRAND_NEW')]] : [],
    ),
    ['skarabee', 'Heating', () => publication('Property.HeatingTypes.HeatingType', 'BRAND_NEW')],
    ['skarabee', 'Glazing', () => publication('Property.GlazingTypes.GlazingType', 'BRAND_NEW')],
    ...DETAILS.flatMap(([id, { field, choices }]): [string, string, () => string][] =>
      choices ? [['whise', field, () => estate({ details: [{ id, value: 'x', enum: { id: 99_999 } }] })]] : [],
    ),
    ['whise', 'Condition', () => estate({ state: { id: 99_999 } })],
    ['whise', 'Availability', () => estate({ availability: { id: 99_999 } })],
    ...sweepbrightCodes.FIELDS.flatMap(({ field, path, choices }): [string, string, () => string][] =>
      choices ? [['sweepbright', field, () => withValue(recorded('sweepbright.json'), path, 'brand_new')]] : [],
    ),
    ...[...omnicasaCodes.CODES].map(([key, { ours }]): [string, string, () => string] => [
      ...(['omnicasa', ours, () => row({ [ours]: '', [key]: '99999' })] as const),
    ]),
  ];

  test.each(PATHS)('%s %s', (vendor, field, text) => {
    const { facts, notes, unusable } = only(vendor, text());
    expect(unusable).toBeUndefined();
    expect(notes.join()).toMatch(new RegExp(`${field} ".*(?:not known|not understood)`));
    expect(facts).not.toHaveProperty(field);
  });

  test.each([
    ['whise', () => estate({ purpose: { id: 9 } })],
    ['whise', () => estate({ category: { id: 99 }, subCategory: { id: 9_999 } })],
    ['sweepbright', () => withValue(recorded('sweepbright.json'), 'negotiation', 'swap')],
    ['sweepbright', () => withValue(recorded('sweepbright.json'), 'type', 'castle')],
    ['skarabee', () => recorded('skarabee.xml').replace(/<Sort>\w+</, '<Sort>Castle<')],
  ] as const)('what %s offers, or of what type, is never guessed', (vendor, text) => {
    expect(only(vendor, text()).unusable).toMatch(/is not known/);
  });
});

test.each([
  ['skarabee', ['skarabee.xml']],
  ['whise', ['whise.json']],
  ['sweepbright', ['sweepbright.json']],
  ['omnicasa', ['omnicasa.nl.json', 'omnicasa.fr.json']],
] as const)('the recorded export of %s holds no code that is not listed', (vendor, names) => {
  const reading = english(
    IMPORTERS[vendor]!.read(
      names.map((name) => ({ name, text: recorded(name) })),
      settings,
    ),
  );
  const notes = reading.ok ? reading.properties.flatMap(({ notes: own }) => own) : [reading.message];
  expect(notes.filter((note) => /not known|not understood/.test(note))).toEqual([]);
});

test.each([
  ['a number that is not listed beside a name', { CountryID: 4, CountryName: 'Spanje' }, 32],
  ['names in two languages', { CountryID: '', CountryName: 'België / Belgique' }, 10],
  ['letters', { CountryID: 'FR', CountryName: '-' }, 33],
])('a country is found by %s', (_name, changes, id) => {
  const { facts, unusable } = only('omnicasa', row(changes));
  expect([facts.CountryID, unusable]).toEqual([id, undefined]);
});

test('coordinates south of Belgium arrive, with X as the longitude', () => {
  const far = recorded('skarabee.xml').replace('X="4,33" Y="50,94"', 'X="-0,68" Y="37,98"');
  expect(only('skarabee', far).facts).toMatchObject({ GoogleX: 37.98, GoogleY: -0.68 });
  const none = recorded('skarabee.xml').replace('X="4,33" Y="50,94"', 'X="150000" Y="170000"');
  expect(only('skarabee', none).facts).not.toHaveProperty('GoogleX');
});
