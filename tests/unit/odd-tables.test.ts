import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { csv } from '../../src/importers/csv.ts';
import { english } from '../support/english.ts';

const settings = importSettings.parse({});
const read = (...lines: string[]) => {
  const reading = english(csv.read([{ name: 'panden.csv', text: lines.join('\n') }], settings));
  return reading.ok ? reading : expect.fail(reading.message);
};
/** The only property of a table with these columns. */
const one = (columns: string, values: string) => read(`ID;${columns}`, `7;${values}`).properties[0]!;

describe('a street with the number of the house', () => {
  test.each([
    ['Straat', 'Kerkstraat 7', { Street: 'Kerkstraat', HouseNumber: '7' }],
    ['Adres', 'Kerkstraat 7 bus 2', { Street: 'Kerkstraat', HouseNumber: '7', BoxNr: '2' }],
    ['Straat;Huisnummer', 'Kerkstraat 7;7', { Street: 'Kerkstraat', HouseNumber: '7' }],
    ['Straat;Huisnummer', 'Kerkstraat 7;9', { Street: 'Kerkstraat 7', HouseNumber: '9' }],
  ])('%s: %s', (columns, values, facts) => {
    expect(one(columns, values).facts).toMatchObject(facts);
  });
});

describe('what a spreadsheet made of a cell is left out', () => {
  test.each([
    ['Street;HouseNumber', 'Dreef;3-mei', 'HouseNumber'],
    ['Street;HouseNumber', 'Dreef;2026-05-03', 'HouseNumber'],
    ['Street;HouseNumber;BoxNr', 'Dreef;1;1-feb', 'BoxNr'],
    ['EPCNumber', '2,01408E+13', 'EPCNumber'],
    ['Deposit', '2', 'Deposit'],
    ['RegistrationRights', '0,12', 'RegistrationRights'],
  ])('with a note: %s %s', (columns, values, field) => {
    const { facts, notes } = one(columns, values);
    expect(facts[field]).toBeUndefined();
    expect(notes).toContainEqual(expect.stringMatching(`^${field} "`));
  });

  test.each(['#N/A', '#REF!', '#NAAM?', '#VERW!', '#####', 'NULL', 'n.v.t.', '-'])('as nothing: %s', (cell) => {
    const { facts } = one('TypeDescription.nl;Street;EPCNumber', `${cell};${cell};${cell}`);
    expect([facts.TypeDescription, facts.Street, facts.EPCNumber]).toEqual([undefined, undefined, undefined]);
  });

  test.each(['0 m²', '0,0', '0.00 m2', '0'])('as nothing: a surface of %s', (cell) => {
    expect(one('SurfaceLiving', cell).facts.SurfaceLiving).toBeUndefined();
  });
});

describe('a state in words', () => {
  test.each([
    ['Verkocht', { Status: 2 }],
    ['vendu', { Status: 2 }],
    ['Verhuurd', { Status: 4 }],
    ['in optie', { Status: 1, Marquee: 5 }],
    ['te koop', { Status: 1 }],
  ])('%s', (word, facts) => {
    expect(one('Goal;Status', `te koop;${word}`).facts).toMatchObject(facts);
  });

  test.each(['ingetrokken', 'offline', 'Archief'])('%s is not on offer', (word) => {
    expect(read('ID;Goal;Status', `7;te koop;${word}`, '8;te koop;1').properties).toHaveLength(1);
  });

  test.each([
    ['Status', 'tralala', /its state "tralala" is not known/],
    ['Status', '8', /its state "8" is not known/],
    ['Goal', '3', /Goal "3" is not understood/],
  ])('that is not known leaves its property: %s %s', (column, cell, why) => {
    expect(one(column === 'Goal' ? 'Goal' : 'Goal;Status', column === 'Goal' ? cell : `0;${cell}`).unusable).toMatch(
      why,
    );
  });
});

test('a word for a state that an agency translated is read', () => {
  const own = importSettings.parse({ values: { Status: { Lopend: '1', Weg: '5' } } });
  const table = (word: string) => csv.read([{ name: 'a.csv', text: `ID;Goal;Status\n7;0;${word}` }], own);
  expect(english(table('Lopend'))).toMatchObject({ properties: [{ facts: { Status: 1 } }] });
  expect(english(table('Weg'))).toMatchObject({ properties: [] });
});

describe('the unit of a price', () => {
  test.each([
    ['te koop', '1.200 €/maand', 0],
    ['te koop', '250.000 per maand', 0],
    ['te koop', '25000 €/m²', 0],
    ['te huur', '12.000 per jaar', 0],
    ['te huur', '950 €/maand', 950],
    ['te koop', '325.000 TOP', 0],
  ])('%s for %s is %s', (goal, price, shown) => {
    const { facts, notes } = one('Goal;WebIDs;Price', `${goal};3;${price}`);
    expect(facts.Price).toBe(shown);
    expect(notes.join()).toMatch(shown === 0 ? /on request/ : /^(?!.*on request)/);
  });

  test.each([
    ['te koop', 300_000],
    ['te huur', 1200],
  ])('of a rent and a price, %s takes %s', (goal, price) => {
    expect(one('Goal;WebIDs;Huurprijs;Vraagprijs', `${goal};3;1200;300000`).facts.Price).toBe(price);
  });

  test('a table whose only price is a rent is for rent', () => {
    expect(one('WebIDs;Huurprijs', '3;1.450').facts).toMatchObject({ Goal: 1, Price: 1450 });
    expect(one('WebIDs;Vraagprijs', '3;145.000').facts.Goal).toBeUndefined();
    // Its empty rows stay empty.
    expect(read('ID;Huurprijs', '7;950', ';', ';').hasGaps).toBe(false);
  });
});

describe('columns', () => {
  test('of two for one field, the one with the longer name is read, and the other is named', () => {
    const { properties, notes } = read('Nr;Referentie;Straat;Huisnummer', '2;A-2;Dreef;19');
    expect(properties[0]?.facts).toMatchObject({ HouseNumber: '19', Street: 'Dreef' });
    expect(notes).toContain('column Nr is not used: HouseNumber is read from Huisnummer');
  });

  test('with a language or a number behind their name', () => {
    const { facts, pictures } = one('Titel NL;Titel (FR);Foto 1;Foto 2', 'Huis;Maison;a.jpg;b.jpg');
    expect(facts.TypeDescription).toEqual({ nl: 'Huis', fr: 'Maison' });
    expect(pictures.map(({ source }) => source)).toEqual(['a.jpg', 'b.jpg']);
  });

  test('in a language that does not exist are named', () => {
    const { properties, notes } = read('ID;TypeDescription.vl', '7;Huis');
    expect(properties[0]?.facts.TypeDescription).toBeUndefined();
    expect(notes.join()).toContain('column TypeDescription.vl is not used');
  });

  test('below a title', () => {
    const { properties, notes } = read('Pandenlijst 1/12/2026;;', ';;', 'ID;Titel;Prijs', '7;Huis;300000');
    expect(properties[0]).toMatchObject({ sourceId: '7', facts: { Price: 300_000 } });
    expect(notes.join()).toContain('the first line with names of columns is row 3');
  });
});

describe('quotation marks', () => {
  const HEAD = '"ID";"Goal";"TypeDescription.nl";"Price"';
  const rowWith = (title: string) => `"7";"te koop";"${title}";"300000"`;

  test.each([
    ['Huis "De Linde" te koop', 'Huis "De Linde" te koop'],
    ['Huis ""De Linde"" te koop', 'Huis "De Linde" te koop'],
    ['Tuin; terras', 'Tuin; terras'],
  ])('inside a cell: %s', (written, title) => {
    const { facts } = read(HEAD, rowWith(written)).properties[0]!;
    expect(facts).toMatchObject({ TypeDescription: { nl: title }, Price: 300_000 });
  });

  test('that are never closed swallow no row', () => {
    const rows = ['6;te koop;Huis;1', '7;te koop;"Villa met zicht;2', '8;te koop;Gezellig huis";3', '9;te koop;Huis;4'];
    const { properties } = read('ID;Goal;TypeDescription.nl;Price', ...rows);
    expect(properties.map(({ sourceId }) => sourceId)).toEqual(['6', '7', '8', '9']);
  });

  test('around a text of several lines stay', () => {
    const { facts } = read('ID;DescriptionA.nl', '7;"Een huis', 'met tuin; en terras"').properties[0]!;
    expect(facts.DescriptionA).toEqual({ nl: 'Een huis\nmet tuin; en terras' });
  });
});

test.each([
  ['vrij', undefined],
  ['bij akte', 'at_deed'],
  ['onmiddellijk', 'immediately'],
])('availability "%s" is %s', (word, choice) => {
  expect(one('Availability', word).facts.Availability).toBe(choice);
});

test.each([
  ['1.0', '1'],
  ['01', '1'],
  ['1,2', '1,2'],
])('types %s are %s', (written, types) => {
  expect(one('WebIDs', written).facts.WebIDs).toBe(types);
});

test.each(['Label B', 'EPC: B', 'b', 'B'])('the class of %s', (written) => {
  expect(String(one('EPCLabelText', written).facts.EPCLabelText).toUpperCase()).toBe('B');
});
