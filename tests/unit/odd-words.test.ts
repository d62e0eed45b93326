import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { ATTRIBUTES } from '../../src/features/property/attributes.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { OWNED } from '../../src/importers/property-of-rows.ts';
import { english } from '../support/english.ts';
import { EXPORTS } from '../support/import-export.ts';

/** Names that every object of the language has, so that a careless look into a table finds something. */
const WORDS = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];
const settings = importSettings.parse({});
const recorded = (name: string) => readFileSync(join(EXPORTS, name), 'utf8');

/** What an importer makes of a text that is not a value of its table: facts that are plain data, or a refusal. */
function oddIn(vendor: string, text: string): string[] {
  const reading = english(IMPORTERS[vendor]!.read([{ name: 'a.nl.json', text }], settings));
  if (!reading.ok) return [];
  return reading.properties.flatMap(({ facts, notes, unusable = '' }) => {
    const all = JSON.stringify([facts, notes, unusable], (_key, value) =>
      typeof value === 'function' || typeof value === 'symbol' ? 'native code' : value,
    );
    return /native code|\[object/.test(all) ? [all.slice(0, 200)] : [];
  });
}

/** The text with each of its places changed alone. */
const variants = (text: string, places: RegExp, word: string): string[] =>
  [...text.matchAll(places)].map(({ index, 0: whole, 1: value = '' }) => {
    const at = index + whole.indexOf(value);
    return text.slice(0, at) + word + text.slice(at + value.length);
  });

test.each(WORDS)('"%s" in a column of a table is a text like another', (word) => {
  const columns = [...OWNED, 'Currency', 'CountryName.nl', ...ATTRIBUTES.map(({ key }) => key)];
  const odd = columns.flatMap((column) =>
    oddIn('csv', `ID;Zip;City.nl;WebIDs;${column}\n1;1860;Meise;${column === 'WebIDs' ? word : 1};${word}`),
  );
  expect(odd).toEqual([]);
});

test.each(WORDS)('"%s" in any place of a recorded export is a text like another', (word) => {
  const texts = /"[A-Za-z]+": ?"([^"]+)"/g;
  for (const [vendor, name, places] of [
    ['whise', 'whise.json', texts],
    ['sweepbright', 'sweepbright.json', texts],
    ['omnicasa', 'omnicasa.nl.json', texts],
    ['skarabee', 'skarabee.xml', />([^<>\s]+)</g],
  ] as const) {
    const all = variants(recorded(name), places, word);
    expect(all.length).toBeGreaterThan(20);
    expect(all.flatMap((text) => oddIn(vendor, text))).toEqual([]);
  }
});

test.each([
  ['Language;TypeDescription;TypeDescription.fr', 'nl;Huis;Maison', { nl: 'Huis', fr: 'Maison' }],
  ['TypeDescription.fr;TypeDescription;Language', 'Maison;Huis;nl', { nl: 'Huis', fr: 'Maison' }],
  ['TypeDescription.fr;TypeDescription;Language', 'Maison;Huis;fr', { fr: 'Maison' }],
  ['TypeDescription;TypeDescription.fr;Language', 'Huis;;nl', { nl: 'Huis' }],
  ['TypeDescription.fr;TypeDescription;Language', 'Maison;;nl', { fr: 'Maison' }],
  // Without the language of the row nobody knows in which one it is.
  ['TypeDescription;TypeDescription.fr', 'Huis;Maison', { fr: 'Maison' }],
])('the texts of the columns %s have the languages that the table names', (columns, cells, texts) => {
  const text = `ID;Goal;Price;Zip;City.nl;${columns}\n1;0;300000;1860;Meise;${cells}`;
  const reading = english(IMPORTERS.csv!.read([{ name: 'a.csv', text }], settings));
  expect(reading.ok && reading.properties[0]?.facts.TypeDescription).toEqual(texts);
});

test.each(WORDS)('a column "%s" is one that is not used', (word) => {
  const reading = english(
    IMPORTERS.csv!.read(
      [{ name: 'a.csv', text: `ID;Zip;City.nl;WebIDs;${word}\n1;1860;Meise;1;x\n2;1860;Meise;1;y` }],
      settings,
    ),
  );
  expect(reading.ok && reading.notes?.join()).toContain(`column ${word} is not used`);
});
