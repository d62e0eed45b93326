import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { draftFindings } from '../../src/content/check/draft-findings.server.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';

let contentDir = '';
const FILE = 'properties/35187.json';
const SECRET = { PublishAddress: false, Street: 'Geheimstraat', HouseNumber: '7' };
const TEXTS = {
  TypeDescription: { nl: 'Huis, Geheimstraat 7', fr: 'Maison' },
  DescriptionA: { nl: 'Rustig gelegen in de Geheimstr. 7.', fr: 'Calme' },
};

beforeEach(() => {
  contentDir = join(testFolder(), 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, {});
  change(join(contentDir, FILE), (data) => ({ ...data, ...SECRET, ...TEXTS }));
});

test('a text that names a hidden address is shown nowhere, and the content check says where it is', () => {
  const { content, problems } = readContent(contentDir);
  const site = siteOfContent(content ?? expect.fail('the content has errors'));
  const listing = site.listings.find(({ id }) => id === 35187)!;
  expect(JSON.stringify([listing, content?.properties.find(({ ID }) => ID === 35187)?.DescriptionA])).not.toMatch(
    /geheim/i,
  );
  expect(listing.title).toEqual({ fr: 'Maison' });
  expect(problems.filter(({ file, found }) => file === FILE && found.includes('hidden address'))).toMatchObject([
    { severity: 'warning', field: 'TypeDescription.nl' },
    { severity: 'warning', field: 'DescriptionA.nl' },
  ]);
});

test('the studio says so while it is written, before it is saved', () => {
  const { content } = readContent(contentDir);
  const { $schema, ...data } = content!.properties.find(({ ID }) => ID === 35187) as Record<string, unknown>;
  expect(draftFindings(FILE, { ...data, ...TEXTS }, content, contentDir)).toContainEqual(
    expect.objectContaining({ place: ['DescriptionA', 'nl'], label: 'FINDING_ADDRESS_NAMED' }),
  );
});

test('shown addresses may be named', () => {
  change(join(contentDir, FILE), (data) => ({ ...data, PublishAddress: true }));
  const { problems } = readContent(contentDir);
  expect(problems.filter(({ found }) => found.includes('hidden address'))).toEqual([]);
});
