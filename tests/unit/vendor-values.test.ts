import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import type { ImportedProperty } from '../../src/features/property/property.ts';
import type { Importer } from '../../src/importers/importer.ts';
import { skarabee } from '../../src/importers/skarabee.ts';
import { sweepbright } from '../../src/importers/sweepbright.ts';
import { whise } from '../../src/importers/whise.ts';
import { english, type Said } from '../support/english.ts';
import { EXPORTS } from '../support/import-export.ts';

const settings = importSettings.parse({});
const recorded = (name: string) => readFileSync(join(EXPORTS, name), 'utf8');
const only = (importer: Importer, text: string): Said<ImportedProperty> | null => {
  const reading = english(importer.read([{ name: 'a', text }], settings));
  return reading.ok ? (reading.properties[0] ?? null) : expect.fail(reading.message);
};
const publication = (path: string, value: string) =>
  only(
    skarabee,
    recorded('skarabee.xml')
      .replace(new RegExp(`<${path}>[^<]*</${path}>`), '')
      .replace('<Price>', `<${path}>${value}</${path}><Price>`),
  );
const estate = (change: object) => {
  const data = JSON.parse(recorded('whise.json'));
  const [first] = data.estates as object[];
  return only(whise, JSON.stringify({ ...data, totalCount: 1, estates: [{ ...first, parentId: 0, ...change }] }));
};
const bright = (change: object) =>
  only(sweepbright, JSON.stringify({ ...JSON.parse(recorded('sweepbright.json')), ...change }));

/** What becomes of a property: shown with this marquee, not on offer, or left as it was. */
const fateOf = (property: Said<ImportedProperty> | null) =>
  property === null ? 'off' : property.unusable ? 'left' : Number(property.facts.Marquee ?? 0);

describe('every state of a vendor has a meaning, and one that it adds later changes nothing', () => {
  test.each([
    ...[
      ...['FOR_SALE', 'FOR_RENT'].map((word) => [word, 0]),
      ...['OPTION_FOR_SALE', 'OPTION_FOR_RENT'].map((word) => [word, 5]),
    ],
    ...[
      ['SOLD', 3],
      ['RENTED', 4],
      ['UNDEFINED', 'off'],
      ['PRICING', 'off'],
      ['IN_MANAGEMENT', 'off'],
    ],
    ...[
      ['SALES_ORDER_ENDED', 'off'],
      ['RENT_ORDER_ENDED', 'off'],
      ['PROSPECT_FOR_SALE', 'off'],
      ['BRAND_NEW', 'left'],
    ],
  ] as [string, number | string][])('Skarabee %s: %s', (word, fate) => {
    expect(fateOf(publication('Status', word))).toBe(fate);
  });

  const WHISE: Record<string, number[]> = {
    0: [1, 2, 15],
    3: [3, 17],
    4: [4],
    5: [5, 6, 12, 13, 14, 16, 21, 22],
    off: [8, 9, 10, 11, 19, 20, 23, 24, 25, 26, 27, 28],
    left: [29, 99],
  };
  test.each(Object.entries(WHISE).flatMap(([fate, ids]) => ids.map((id) => [id, fate] as const)))(
    'Whise %i: %s',
    (id, fate) => {
      expect(String(fateOf(estate({ purposeStatus: { id }, displayStatusId: 2, status: { id: 1 } })))).toBe(fate);
    },
  );

  test.each([
    ...[
      ['available', 0],
      ['under_contract', 0],
      ['option', 5],
      ['agreement', 5],
      ['bid', 5],
      ['sold', 3],
      ['rented', 4],
    ],
    ...[
      ['prospect', 'off'],
      ['lost', 'off'],
      ['brand_new', 'left'],
    ],
  ] as [string, number | string][])('SweepBright %s: %s', (status, fate) => {
    expect(fateOf(bright({ status }))).toBe(fate);
  });
});

const shownPrice = (property: Said<ImportedProperty> | null) =>
  property?.facts.PublishPrice && property.facts.Price ? property.facts.Price : property?.notes.join();

describe('a price is shown as what it is, or on request with a note', () => {
  test.each([
    ['TOTAL', /^365000$/],
    ['UNDEFINED', /^365000$/],
    ['PRICE_PER_MONTH', /365000 is per month/],
    ['PRICE_PER_YEAR', /365000 is per year/],
    ['PER_M2', /365000 is per m²/],
    ['M2_PER_MONTH', /per m² and month/],
    ['M2_PER_YEAR', /per m² and year/],
    ['PER_ROOM', /"PER_ROOM", which is not known/],
  ])('Skarabee %s', (word, shown) => {
    expect(String(shownPrice(publication('PriceType', word)))).toMatch(shown);
  });

  test.each(['month', 'week', 'quarter', 'year', 'decade'])('a rent of SweepBright per %s', (period) => {
    const price = shownPrice(
      bright({ negotiation: 'let', rent_period: period, price: { amount: 950, currency: 'EUR', hidden: false } }),
    );
    expect(String(price)).toMatch(period === 'month' ? /^950$/ : /as on request/);
  });

  const inEachVendor = (currency: string) => [
    publication('Currency', currency),
    estate({ currency, displayPrice: true, price: 300_000 }),
    bright({ price: { amount: 300_000, currency, hidden: false } }),
  ];

  test.each([
    ['USD', 'USD'],
    ['£', 'GBP'],
    ['chf', 'CHF'],
  ])('in %s, by each vendor: with its own currency', (currency, code) => {
    for (const property of inEachVendor(currency)) {
      expect(shownPrice(property)).toBeGreaterThan(1000);
      expect(property?.facts.Currency).toBe(code);
    }
  });

  test.each(['$', 'XYZ', 'Florijn'])('in %s, which is no currency, by each vendor: on request', (currency) => {
    for (const property of inEachVendor(currency)) {
      expect(shownPrice(property)).toContain(`is in ${currency}, which is no currency: the price is shown as on`);
      expect(property?.facts).not.toHaveProperty('Currency');
    }
  });

  test.each(['€', 'EUR', 'euro', ''])('in %s, by each vendor: in euros', (currency) => {
    for (const property of inEachVendor(currency)) expect(property?.facts).not.toHaveProperty('Currency');
  });
});

test.each([
  ['sq_m', 100],
  ['sq_ft', 9.29],
  ['are', 10_000],
  ['hectare', 1_000_000],
  ['acre', 404_685.64],
  ['tsubo', undefined],
])('a plot of 100 %s is %s m²', (unit, metres) => {
  const property = bright({ sizes: { plot_area: { size: 100, unit } } });
  expect(property?.facts.SurfaceGround).toBe(metres);
  expect(property?.notes.join().includes('tsubo')).toBe(unit === 'tsubo');
});

describe('what a vendor switches off or says beside the state', () => {
  test.each([
    ['Enabled', 'false', 'off'],
    ['Enabled', 'true', 5],
  ])('Skarabee %s %s', (path, value, fate) => {
    const text = recorded('skarabee.xml')
      .replace(/<Enabled>\w+<\/Enabled>/, '')
      .replace('</Info>', `<${path}>${value}</${path}></Info>`);
    expect(fateOf(only(skarabee, text))).toBe(fate);
  });
  test.each([
    ['FALSE', 'off'],
    ['TRUE', 5],
  ])('Skarabee Active %s', (value, fate) => expect(fateOf(publication('Active', value))).toBe(fate));
  test('Skarabee ConditionalSold is under option', () => {
    const text = recorded('skarabee.xml').replace(
      /<Status>\w+/,
      '<ConditionalSold>TRUE</ConditionalSold><Status>FOR_SALE',
    );
    expect(fateOf(only(skarabee, text))).toBe(5);
  });
  test('a project of Whise is none of its units', () => {
    expect(estate({ canHaveChildren: true })).toBeNull();
  });
  test('units of SweepBright arrive inside their project', () => {
    const unit = JSON.parse(recorded('sweepbright.json'));
    const text = JSON.stringify({ id: 'aaaaaaaa-0000-4000-8000-000000000001', is_project: true, properties: [unit] });
    expect(only(sweepbright, text)?.sourceId).toBe(unit.id);
  });
});
