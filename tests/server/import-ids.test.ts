import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { numbered } from '../../src/features/import/import-ids.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { testFolder } from '../support/folder.ts';
import { contentDir, dutch, exportDir, layOutExport, property, run } from '../support/import-export.ts';
import { change } from '../support/small-content.ts';

const imported = (...ids: string[]) => ids.map((sourceId) => ({ sourceId, facts: {}, pictures: [], notes: [] }));
const none = new Map<number, { data: Record<string, unknown> }>();

async function openNumbers() {
  const database = await openDatabase({ dataDir: testFolder() });
  onTestFinished(() => database.close());
  return async (source: string, ids: string[], { stored = none, isDry = false } = {}) =>
    (await numbered(database, { source, properties: imported(...ids), stored, isDry })).map(({ id }) => id);
}

test('a number of the CRM is kept while it is free, other keys get the next number, and both stay', async () => {
  const numbersOf = await openNumbers();
  const stored = new Map([[900, { data: {} }]]);
  expect(await numbersOf('one', ['a-b', '500', 'c-d'], { stored })).toEqual([901, 500, 902]);
  expect(await numbersOf('one', ['c-d', 'e-f', 'a-b'], { stored })).toEqual([902, 903, 901]);
  // What left the CRM keeps its number.
  expect(await numbersOf('one', ['g-h'])).toEqual([904]);
});

test('a number is given once: not to another CRM, and not over a property of editors', async () => {
  const numbersOf = await openNumbers();
  const stored = new Map([
    [7, { data: {} }],
    [8, { data: { Source: 'two' } }],
  ]);
  expect(await numbersOf('one', ['5', '6'], { stored })).toEqual([5, 6]);
  expect(await numbersOf('two', ['5', '7', '8'], { stored })).toEqual([9, 10, 8]);
  expect(await numbersOf('two', ['0012', '9999999999'], { stored })).toEqual([11, 12]);
});

test('a dry run remembers nothing', async () => {
  const numbersOf = await openNumbers();
  expect(await numbersOf('one', ['a'], { isDry: true })).toEqual([1]);
  expect(await numbersOf('one', ['b'])).toEqual([1]);
});

test('a thousand properties are numbered at once', async () => {
  const numbersOf = await openNumbers();
  const keys = Array.from({ length: 1200 }, (_, at) => `k${at}`);
  const given = await numbersOf('one', keys);
  expect(new Set(given).size).toBe(1200);
  expect(await numbersOf('one', keys)).toEqual(given);
});

test('an editor takes over fields of an imported property', async () => {
  await layOutExport();
  await run();
  const file = join(contentDir, 'properties/70001.json');
  change(file, (data) => ({ ...data, EditorFields: ['Price', 'BoxNr'], Price: 1 }));
  dutch((rows) => rows.map((row) => (row.ID === 70001 ? { ...row, NumberOfBedRooms: 9, BoxNr: 'A' } : row)));
  expect(await run()).toMatchObject({ plan: { changed: [{ id: 70001, fields: ['NumberOfBedRooms'] }] } });
  expect(property(70001)).toMatchObject({ Price: 1, NumberOfBedRooms: 9, EditorFields: ['Price', 'BoxNr'] });
  expect(property(70001)).not.toHaveProperty('BoxNr');
});

test('a picture that can no longer be fetched stays, and the next import fetches it', async () => {
  await layOutExport();
  let isGone = false;
  const server = createServer((request, response) => {
    if (isGone) return void response.writeHead(403).end('expired');
    response.end(readFileSync(join(exportDir, request.url!.includes('new') ? 'garden.png' : 'front.jpg')));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const show = (path: string) =>
    dutch((rows) =>
      rows.map((row) => (row.ID === 70001 ? { ...row, XLargePictureItems: [{ ID: 4, Url: `${url}${path}` }] } : row)),
    );
  const pictures = () => property(70001).XLargePictureItems.filter(({ ID }: { ID?: number }) => ID === 4);
  show('/a.jpg?signature=1');
  await run();
  const before = pictures();
  expect(before).toHaveLength(1);
  isGone = true;
  show('/new.png?signature=2');
  const { pictures: outcome } = await run();
  expect(outcome.failed).toEqual([{ id: 70001, source: `${url}/new.png`, reason: 'responded with 403' }]);
  expect(pictures()[0].Url).toBe(before[0].Url);
  isGone = false;
  await run();
  expect(pictures()[0].Url).not.toBe(before[0].Url);
});
