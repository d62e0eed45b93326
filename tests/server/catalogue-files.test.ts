import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { catalogueOf, readCatalogue, writeCatalogue } from '../../src/content/site/catalogue.server.ts';
import type { Catalogue } from '../../src/content/site/site.ts';
import { packFile } from '../../src/platform/files/packed-files.server.ts';
import { testFolder } from '../support/folder.ts';
import { agencyDir } from '../support/test-site.ts';

const catalogueNow = () => catalogueOf(readContent(agencyDir).content!);
const plain = (catalogue: Catalogue) => JSON.parse(JSON.stringify(catalogue)) as Catalogue;

/** The folder of a version with a catalogue. */
function written(catalogue: Catalogue): string {
  const folder = join(testFolder(), 'v');
  mkdirSync(folder);
  writeCatalogue(folder, catalogue);
  return folder;
}

test('a catalogue is read as it was written, packed too; private facts are not beside what is public', async () => {
  const catalogue = catalogueNow();
  expect(Object.keys(catalogue.documents).length).toBeGreaterThan(0);
  const folder = written(catalogue);
  expect((await readCatalogue(folder)).catalogue).toEqual(plain(catalogue));
  for (const name of ['catalogue.json', 'listings.txt', 'private.txt']) packFile(join(folder, name));
  expect((await readCatalogue(folder)).catalogue).toEqual(plain(catalogue));
});

test('of the next version only what differs is read: the rest stays the same objects', async () => {
  const catalogue = catalogueNow();
  const [first, ...others] = catalogue.listings;
  const own = Object.keys(catalogue.documents)[0]!;
  const { catalogue: before, known } = await readCatalogue(written(catalogue));
  const next = {
    ...catalogue,
    listings: [{ ...first!, price: 1 }, ...others],
    addresses: { ...catalogue.addresses, [own]: { Street: 'Proefweg', HouseNumber: '1', PublishAddress: true } },
  };
  const { catalogue: after } = await readCatalogue(written(next), known);
  expect(after).toEqual(plain(next));
  expect(after.listings.map((one, at) => one === before.listings[at])).toEqual([false, ...others.map(() => true)]);
  const same = Object.keys(before.addresses).filter((id) => after.addresses[id] === before.addresses[id]);
  expect(same).toEqual(Object.keys(before.addresses).filter((id) => id !== own));
  expect(after.cities).toBe(before.cities);
  const moved = { ...next, cities: next.cities.map((city) => ({ ...city, Latitude: city.Latitude + 1 })) };
  expect((await readCatalogue(written(moved), known)).catalogue.cities).toEqual(moved.cities);
});

test('a version of earlier code has its private facts with the rest', async () => {
  const catalogue = catalogueNow();
  const folder = written(catalogue);
  const { documents, addresses } = catalogue;
  const rest = JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ ...rest, documents, addresses }));
  rmSync(join(folder, 'private.txt'));
  const { catalogue: read, known } = await readCatalogue(folder);
  expect(read).toEqual(plain(catalogue));
  expect((await readCatalogue(written(catalogue), known)).catalogue).toEqual(plain(catalogue));
});
