import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { installMap, mapStatus, removeMap, tileAt } from '../../src/features/map/install-map.server.ts';
import { openStreetTiles, streetsFileOf } from '../../src/features/map/street-tiles.server.ts';
import { testFolder } from '../support/folder.ts';
import { type TestMap, writeStreetTiles } from '../support/street-tiles.ts';

const MIDDLE = [4.37, 50.93] as const;
const towns = [{ name: 'Testdorp', latitude: MIDDLE[1], longitude: MIDDLE[0] }];

function given(map: Partial<TestMap> = {}) {
  const dataDir = testFolder();
  const file = join(dataDir, 'given.pmtiles');
  writeStreetTiles(file, { middle: MIDDLE, ...map });
  return { dataDir, file };
}
const none = () => {};

describe('installing a map', () => {
  test('copies a checked file, and says what is in it', async () => {
    const { dataDir, file } = given();
    const status = await installMap(dataDir, file, [...towns, { name: 'Ver', latitude: 49.7, longitude: 5.8 }]);
    expect(status).toMatchObject({ minZoom: 8, maxZoom: 13, attribution: '© OpenStreetMap', outside: ['Ver'] });
    expect(status.warnings).toEqual(['Outside the map: Ver.']);
    expect(readFileSync(streetsFileOf(dataDir))).toEqual(readFileSync(file));
    expect(await mapStatus(dataDir, towns)).toMatchObject({ warnings: [] });
    expect(await removeMap(dataDir)).toBe(true);
    expect(await mapStatus(dataDir, towns)).toBeNull();
    expect(await removeMap(dataDir)).toBe(false);
  });

  test('warns when the map has no small streets', async () => {
    const { dataDir, file } = given({ maxZoom: 10 });
    expect((await installMap(dataDir, file, towns)).warnings).toEqual([
      'Its largest zoom is 10; small streets need 13 or more.',
    ]);
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ['is no such file', (file) => writeFileSync(file, 'no map at all'.repeat(2000)), /no PMTiles file.*magic/],
    ['is empty', (file) => writeFileSync(file, ''), /no PMTiles file/],
    ['is cut short', (file) => truncateSync(file, 6000), /has 6 kB of \d+ kB: its download stopped early/],
    ['has pictures as tiles', (file) => patch(file, 99, 2), /tiles are pictures/],
    ['has tiles in another compression', (file) => patch(file, 98, 3), /another way than gzip/],
    ['has a damaged directory', (file) => patch(file, 140, 255), /no PMTiles file|damaged|nothing at Testdorp/],
  ])('refuses a file that %s, and keeps the installed one', async (_what, damage, message) => {
    const { dataDir, file } = given();
    await installMap(dataDir, file, towns);
    const before = readFileSync(streetsFileOf(dataDir));
    damage(file);
    await expect(installMap(dataDir, file, towns)).rejects.toThrow(message);
    expect(readFileSync(streetsFileOf(dataDir))).toEqual(before);
  });

  test.each<[string, Partial<TestMap>, RegExp]>([
    ['shows another country', { middle: [12, 42] }, /where the agency has no town/],
    ['names no maker', { attribution: '' }, /does not say who made it/],
    [
      'has other layers',
      { layers: ['transportation', 'water'] },
      /lacks the layers roads, places; it has transportation/,
    ],
  ])('refuses a file that %s', async (_what, map, message) => {
    const { dataDir, file } = given(map);
    await expect(installMap(dataDir, file, towns)).rejects.toThrow(message);
    expect(existsSync(streetsFileOf(dataDir))).toBe(false);
  });

  test('names a file that is not there', async () => {
    await expect(installMap(testFolder(), '/nowhere/x.pmtiles', towns)).rejects.toThrow(
      '/nowhere/x.pmtiles is not there',
    );
  });
});

describe('the tiles of a running site', () => {
  const [x, y] = tileAt(towns[0]!, 13);
  const versionOf = (url: string) => url.split('/')[3] ?? '';

  test('are sent from the file, which may come while the site runs', async () => {
    const { dataDir, file } = given();
    const tiles = openStreetTiles(dataDir, none);
    expect(await tiles.streets()).toBeNull();
    await installMap(dataDir, file, towns);
    await expect.poll(() => tiles.streets(), { timeout: 5000 }).not.toBeNull();
    const streets = (await tiles.streets())!;
    expect(streets).toMatchObject({ minZoom: 8, maxZoom: 13 });
    expect(streets.attribution).toEqual({ text: '© OpenStreetMap', link: 'https://www.openstreetmap.org/copyright' });
    const tile = await tiles.tile(versionOf(streets.url), 13, x, y);
    expect(gunzipSync(tile!.data).includes('Teststraat')).toBe(true);
    expect(await tiles.tile(versionOf(streets.url), 13, 0, 0)).toBeNull();
    expect(await tiles.tile('another', 13, x, y)).toBeNull();
    await tiles.close();
  });

  test('a file that cannot be used is reported once, and the map has no streets', async () => {
    const { dataDir, file } = given();
    await installMap(dataDir, file, towns);
    writeFileSync(streetsFileOf(dataDir), 'damaged');
    const reports: unknown[] = [];
    const tiles = openStreetTiles(dataDir, (problem) => reports.push(problem));
    expect([await tiles.streets(), await tiles.streets()]).toEqual([null, null]);
    expect(reports).toHaveLength(1);
    await tiles.close();
  });
});

/** Changes one byte of a file. */
function patch(file: string, at: number, byte: number): void {
  const bytes = readFileSync(file);
  bytes[at] = byte;
  writeFileSync(file, bytes);
}
