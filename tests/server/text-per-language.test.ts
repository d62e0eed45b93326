import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editedText } from '../../src/content/changes/change-file.server.ts';
import { parseContent } from '../../src/content/files/content-schemas.server.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { readJson } from '../../src/content/files/read-json.server.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';

/** A property with the fields of the specification (section 3), with plain texts and one language. */
const PLAIN = {
  ...{ ID: 900, Price: 349000, PublishPrice: true, PriceUnit: 7, PriceUnitText: '', Marquee: 0, MarqueeName: '' },
  ...{
    PublishAddress: true,
    Street: 'Brusselsestraat',
    HouseNumber: '12',
    BoxNr: '3',
    Zip: '1850',
    City: 'Grimbergen',
  },
  ...{ CountryID: 10, CountryName: 'België', EnergyPerformance: 120, EPCLabelText: 'B', language: 'nl', Goal: 0 },
  ...{ TypeDescription: 'Rijwoning met tuin', WebID: 1, WebIDs: '1', MainTypeName: 'Huis', RecordFile: '900' },
  XLargePictureItem: { Url: 'photos/large.jpg' },
  SmallPictureItem: { Url: 'photos/large.jpg', Width: 100, Height: 75, ID: 1, Name: 'Voorgevel' },
};

test('a property in the shape of the specification is read, with its texts in its language', () => {
  const contentDir = testFolder();
  copySmallContent(contentDir, {});
  writeFileSync(join(contentDir, 'properties/900.json'), JSON.stringify(PLAIN));
  const { content, problems } = readContent(contentDir);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(content?.properties.find(({ ID }) => ID === 900)).toMatchObject({
    TypeDescription: { nl: 'Rijwoning met tuin' },
    City: expect.objectContaining({ nl: 'Grimbergen' }),
    SmallPictureItem: { Name: { nl: 'Voorgevel' } },
  });
});

test('without a language a plain text is refused with a sentence, and a field "language" of its own stays', () => {
  const { language: _left, ...without } = PLAIN;
  const data = readJson('properties/900.json', Buffer.from(JSON.stringify(without))).data;
  expect(parseContent('properties/900.json', data)?.success).toBe(false);
  const page = { id: 'x', language: 'nl' };
  expect(readJson('nowhere/x.json', Buffer.from(JSON.stringify(page))).data).toEqual(page);
});

test('a change writes the texts per language', () => {
  const text = `${JSON.stringify(PLAIN, null, 2)}\n`;
  const data = readJson('properties/900.json', Buffer.from(text)).data as typeof PLAIN;
  const after = editedText(text, { ...data, City: { nl: 'Grimbergen', fr: 'Grimberghe' } });
  expect(JSON.parse(after)).toMatchObject({
    City: { nl: 'Grimbergen', fr: 'Grimberghe' },
    MainTypeName: { nl: 'Huis' },
  });
  expect(JSON.parse(after)).not.toHaveProperty('language');
});
