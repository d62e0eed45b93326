import { describe, expect, test } from 'vitest';
import {
  isPhraseFirst,
  phraseBeside,
  plainText,
  type SearchIndex,
  searcherOf,
} from '../../src/features/search/search-index.ts';

const town = (name: string, zip: string, also = ''): SearchIndex['towns'][number] => ({
  name,
  zip,
  also,
  sale: [`/nl/te-koop/${zip}/`, 1],
  rent: ['', 0],
});
const property = (id: number, text: string, reference = String(id)) => ({
  id,
  reference,
  title: `Huis ${id}`,
  facts: '€ 300.000, 1850 Grimbergen',
  text,
  href: `/nl/te-koop/x/y/${id}/`,
  thumb: null,
});
const INDEX: SearchIndex = {
  types: [],
  towns: [
    town('Grimbergen', '1850'),
    town('Luik', '4000', 'Liège Lüttich'),
    town('Sint-Joost-ten-Node', '1210', 'Saint-Josse-ten-Noode'),
    town('Bergen', '7000', 'Mons'),
    town('Meise', '1860'),
  ],
  properties: [
    property(35187, 'Villa in Grimbergen met zwembad'),
    property(35101, 'Appartement'),
    property(1850, 'Garage'),
    property(99, 'Winkel', 'NR-801'),
  ],
};
const search = searcherOf(INDEX);
const found = (text: string) => {
  const { properties, towns } = search(text);
  return [...properties.map(({ id }) => id), ...towns.map(({ name }) => name)];
};

describe('in the search box', () => {
  test.each([
    ['a whole word', 'grimbergen', ['Grimbergen']],
    ['its beginning', 'gri', ['Grimbergen']],
    ['one letter', 'm', ['Bergen', 'Meise']],
    ['the end of a word is not its beginning', 'rgen', []],
    ['part of a name that is a word itself is not found inside another', 'bergen', ['Bergen']],
    ['nothing vague: a slip finds nothing', 'grimbergn', []],
    ['nothing vague: two letters changed', 'giermbergen', []],
    ['whatever the capitals', 'MEISE', ['Meise']],
    ['without accents', 'liege', ['Luik']],
    ['with accents', 'Liège', ['Luik']],
    ['with other accents', 'lÍegé', ['Luik']],
    ['with an accent made of two signs', 'Lie\u0300ge', ['Luik']],
    ['a name in another language', 'mons', ['Bergen']],
    ['a word within a name of several', 'joost', ['Sint-Joost-ten-Node']],
    ['all words must be there', 'sint grimbergen', []],
    ['two words in any order', 'node sint', ['Sint-Joost-ten-Node']],
    ['a postcode: the town, and the property of that number', '1850', [1850, 'Grimbergen']],
    ['the beginning of a postcode', '121', ['Sint-Joost-ten-Node']],
    ['name and postcode', 'meise 1860', ['Meise']],
    ['name and a wrong postcode', 'meise 1850', []],
    ['the number of a property', '35187', [35187]],
    ['its beginning', '351', [35101, 35187]],
    ['its reference', 'nr-801', [99]],
    ['its reference without the dash', '801', [99]],
    ['not what is in its text', 'zwembad', []],
    ['not its type', 'villa', []],
    ['nothing at all', '', []],
    ['only signs', '--- !!!', []],
    ['a name that objects have', 'constructor', []],
    ['a name that objects have', '__proto__', []],
  ])('%s: %s', (_name, text, expected) => {
    expect(found(text).sort()).toEqual([...expected].sort());
  });
});

test('at most eight properties and eight towns are shown', () => {
  const many = searcherOf({
    types: [],
    towns: Array.from({ length: 60 }, (_, n) => town(`Dorp${n}`, String(1000 + n))),
    properties: Array.from({ length: 500 }, (_, n) => property(10_000 + n, 'x')),
  });
  expect(many('dorp').towns).toHaveLength(8);
  expect(many('10').properties).toHaveLength(8);
});

test('a whole number comes before numbers that only begin with it', () => {
  const near = searcherOf({
    types: [],
    towns: [],
    properties: [property(241875, 'x'), property(35187, 'x'), property(241876, 'x')],
  });
  expect(near('35187').properties[0]!.id).toBe(35187);
});

test('an empty index finds nothing', () => {
  expect(searcherOf({ types: [], towns: [], properties: [] })('meise')).toEqual({
    properties: [],
    towns: [],
    phrase: null,
  });
});

test.each([
  ['Liège', 'liege'],
  ['Ixelles-Élsene', 'ixelles-elsene'],
  ['ÅÄÖ', 'aao'],
  ['', ''],
])('%s is compared as %s', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

describe('what a phrase asks for', () => {
  const phrase = (name: string, sale: number, rent: number) => ({
    name,
    sale: ['/sale', sale] as [string, number],
    rent: ['/rent', rent] as [string, number],
    unknown: [],
  });
  const empty = { ...town('Brussel', '1000'), sale: ['', 0] as [string, number] };
  const region = phrase('Brussel', 3, 1);

  test('is shown beside a town of the same name when it is the region', () => {
    expect(phraseBeside([empty], region)).toBe(region);
    expect(phraseBeside([town('Meise', '1860')], phrase('Meise', 1, 0))).toBeNull();
    expect(phraseBeside([empty], null)).toBeNull();
  });

  test('comes before the towns when it has more properties than the first of them', () => {
    expect(isPhraseFirst({ properties: [], towns: [empty], phrase: region })).toBe(true);
    expect(isPhraseFirst({ properties: [], towns: [town('Meise', '1860')], phrase: phrase('x', 1, 0) })).toBe(false);
    expect(isPhraseFirst({ properties: [], towns: [empty], phrase: phrase('x', 0, 0) })).toBe(false);
    expect(isPhraseFirst({ properties: [], towns: [], phrase: null })).toBe(false);
  });
});
