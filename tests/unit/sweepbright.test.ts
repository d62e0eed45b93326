import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { sweepbright } from '../../src/importers/sweepbright.ts';
import { english } from '../support/english.ts';

const recorded = JSON.parse(readFileSync('tests/support/exports/sweepbright.json', 'utf8'));
const settings = importSettings.parse({});
const read = (estate: object, given = settings) =>
  english(sweepbright.read([{ name: 'a.json', text: JSON.stringify({ ...recorded, ...estate }) }], given));
const factsOf = (estate: object, given = settings) => {
  const reading = read(estate, given);
  return reading.ok ? (reading.properties[0]?.facts ?? null) : reading;
};

test('an estate becomes a property, and other properties stay', () => {
  const reading = read({});
  if (!reading.ok) throw new Error(reading.message);
  expect(reading).toMatchObject({ isPartial: true, notes: [] });
  expect(reading.properties).toHaveLength(1);
  expect(reading.properties[0]).toMatchObject({
    sourceId: '12345678-1234-1234-1234-1234567890ab',
    notes: [],
    facts: {
      RecordFile: 'SB-7',
      Goal: 0,
      Status: 1,
      Marquee: 5,
      WebIDs: '1',
      TypeDescription: { nl: 'Halfopen woning', fr: 'Maison 3 façades' },
      DescriptionA: { nl: 'Tekst', fr: 'Texte' },
      Price: 415000,
      PublishPrice: true,
      PublishAddress: true,
      Street: 'Voorbeeldstraat',
      City: { nl: 'Meise' },
      CountryID: 10,
      GoogleX: 50.94,
      Construction: 'semi_detached',
      Condition: 'good',
      Heating: 'gas',
      Glazing: 'double',
      OrientationGarden: 'SW',
      HasCellar: true,
      HasAlarm: false,
      ElectricityInspection: 'not_compliant',
      EPCLabelText: 'C',
      Zoning: 'Wg',
      PlanningPermit: 'Vg',
      AllotmentPermit: 'Gvv',
      JudicialDecision: 'Gmo',
      AsbestosCode: '20260000-000000.000',
      PScore: 'A',
      Manager: 'Jan Jansen',
    },
    pictures: [{ source: expect.stringMatching(/Expires/), key: 'sweepbright aaaaaaaa-0000-0000-0000-000000000001' }],
  });
  expect(reading.properties[0]!.facts).not.toHaveProperty('HasLift');
});

test.each([
  [
    { negotiation: 'let', status: 'rented', rent_period: 'month' },
    { Goal: 1, Status: 4, Marquee: 4, PublishPrice: true },
  ],
  [{ negotiation: 'let', rent_period: 'week' }, { Price: 0 }],
  [{ price: { amount: 5 } }, { Price: 5, PublishPrice: false }],
  [{ location: { ...recorded.location, hidden: true } }, { PublishAddress: false }],
  [{ type: 'apartment', sub_type: 'apartment_block' }, { WebIDs: '5' }],
  [{ type: 'commercial', sub_type: 'warehouse' }, { WebIDs: '9' }],
  [{ description: { nl: '<p>Eén</p><ul><li>tuin</li></ul>' } }, { DescriptionA: { nl: 'Eén\n\n- tuin' } }],
])('%j becomes %j', (estate, facts) => {
  expect(factsOf(estate, importSettings.parse({ types: { warehouse: 9 } }))).toMatchObject(facts);
});

test.each([['prospect'], ['lost']])('an estate with the status %s is not on offer', (status) => {
  expect(factsOf({ status })).toBeNull();
});

test.each([
  ['{"id": "1234', /a\.json is no estate of SweepBright: was it cut off\?/],
  ['[]', /is no estate/],
  ['{}', /no estate has a key/],
])('%s is refused', (text, message) => {
  expect(english(sweepbright.read([{ name: 'a.json', text }], settings))).toMatchObject({
    ok: false,
    message: expect.stringMatching(message),
  });
});

test('a project is named, because it is a file of its own', () => {
  const files = [
    { name: 'a.json', text: JSON.stringify({ ...recorded, id: 'project-0000000001', is_project: true }) },
    { name: 'b.json', text: JSON.stringify(recorded) },
  ];
  const reading = english(sweepbright.read(files, settings));
  expect(reading).toMatchObject({
    properties: { length: 1 },
    notes: [expect.stringMatching(/project-0000000001 is a project/)],
  });
});
