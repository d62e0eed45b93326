import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { csv, likelyField } from '../../src/importers/csv.ts';
import { english } from '../support/english.ts';

const NONE: ReadonlySet<string> = new Set();

test.each([
  ['Price', ['325.000', '€ 410.000,-', '1.150', 'op aanvraag', '298000']],
  ['Zip', ['9000', '1850', 'B-1860', '2000']],
  ['WebIDs', ['Villa', 'appartement', 'Bouwgrond']],
  ['Goal', ['Te koop', 'te huur', 'Te koop']],
  ['Pictures', ['a.jpg', 'b.jpg|c.jpg', 'https://crm.example/1.webp?x=2']],
  ['EPCLabelText', ['A+', 'C', 'F']],
])('cells are told as %s, with their number', (field, cells) => {
  const likely = likelyField([...cells, '', '-'], NONE);
  expect(likely?.field).toBe(field);
  expect(likely).toMatchObject({ all: cells.length, what: expect.stringContaining('REMARK_SIGN_') });
  expect(likelyField(cells, new Set([field]))).toBeNull();
});

test.each([
  ['years', ['1930', '1998', '2021', '2004']],
  ['two cells', ['325.000', '410.000']],
  ['names', ['Jan', 'Piet', 'Els', 'Mia']],
  ['a mixture', ['325.000', 'Jan', 'a.jpg', '9000']],
  ['nothing', ['', '-', '0']],
])('%s tell nothing', (_name, cells) => expect(likelyField(cells, NONE)).toBeNull());

describe('a column without a known name', () => {
  const read = (own: Record<string, string>) => {
    const rows = [1, 2, 3, 4].map((id) => `${id};Huis ${id};${id}25.000`);
    const text = ['ID;TypeDescription.nl;Bedrag kantoor', ...rows].join('\n');
    const reading = english(csv.read([{ name: 'a.csv', text }], importSettings.parse({ fields: { csv: own } })));
    return reading.ok ? reading : expect.fail(reading.message);
  };

  test('is named with the field that it looks like, and is not guessed', () => {
    const { notes, properties } = read({});
    expect(notes?.join()).toContain(
      'column Bedrag kantoor looks like Price: 4 of 4 are amounts; --column "Bedrag kantoor=Price" reads it so',
    );
    expect(properties.map(({ facts }) => facts.Price)).toEqual([0, 0, 0, 0]);
  });

  test('is read once somebody said what it is', () => {
    const { notes, properties } = read({ 'Bedrag kantoor': 'Price' });
    expect(notes?.join()).not.toContain('Bedrag');
    expect(properties.map(({ facts }) => facts.Price)).toEqual([125_000, 225_000, 325_000, 425_000]);
  });
});
