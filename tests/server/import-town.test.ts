import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { completedFacts, whyNot } from '../../src/features/import/property-file.server.ts';
import { english } from '../support/english.ts';
import { agencyDir } from '../support/test-site.ts';

const around = readContent(agencyDir).content!;
const FACTS = {
  ...{ ID: 9001, RecordFile: 'P-1', Goal: 0, WebIDs: '1', Price: 325000, PublishPrice: true, PublishAddress: false },
  ...{ CreatedDate: '2026-11-01' },
};
const reasonOf = (place: object) => english(whyNot(completedFacts({ ...FACTS, ...place }, around).facts, around));

test('a row in a town that is not in cities.json is told to add the town, not to name a country', () => {
  expect(reasonOf({ Zip: '8999', City: { nl: 'Nergenshuizen' } })).toBe(
    '8999 Nergenshuizen is not in cities.json: add the town there',
  );
});

test('a row in a known town has its country; without a town the fields are named', () => {
  expect(reasonOf({ Zip: '1850', City: { nl: 'Grimbergen' } })).toBeNull();
  expect(reasonOf({ Zip: '1850' })).toContain('City: found nothing');
});
