import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installPlaces, removePlaces } from '../../src/features/place/install-places.server.ts';
import type { PlaceKind } from '../../src/features/place/settings.ts';
import { testFolder } from '../support/folder.ts';

const TOWNS = [{ latitude: 50.93, longitude: 4.37 }];
const FROM = { source: 'Testbron', date: '2026-11-01', link: 'https://data.example/' };

/** A content folder whose changes are written at once, without history. */
function content() {
  const contentDir = testFolder();
  mkdirSync(join(contentDir, 'settings'));
  const file = join(contentDir, 'settings/places.json');
  const writer = { contentDir, locked: <T>(_file: string, work: () => Promise<T>) => work(), record: async () => {} };
  const install = (text: string, kind: PlaceKind | null = null) =>
    installPlaces(writer, { text, kind, from: FROM, towns: TOWNS });
  return { file, writer, install, read: () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> };
}
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const feature = (properties: object, coordinates: unknown = [4.37, 50.93]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});

describe('places from GeoJSON', () => {
  test('get their kind from the tags of OpenStreetMap or from "kind"; areas are at their middle', async () => {
    const { install, read } = content();
    const square = [
      [
        [4.3, 50.9],
        [4.4, 50.9],
        [4.4, 51],
        [4.3, 51],
        [4.3, 50.9],
      ],
    ];
    const result = await install(
      collection(
        feature({ name: 'School', amenity: 'school' }),
        feature({ name: 'Halte', highway: 'bus_stop' }),
        feature({ name: 'Station', railway: 'station', public_transport: 'platform' }),
        feature({ name: 'Winkel', shop: 'supermarket' }),
        feature({ name: 'Park', leisure: 'park' }, square),
        feature({ name: 'Eigen', kind: 'shop' }),
        feature({ name: 'Frituur', amenity: 'fast_food' }),
        feature({ amenity: 'school' }),
        feature({ name: 'Ver', kind: 'park' }, [5.9, 49.6]),
        feature({ name: 'Nergens', kind: 'park' }, null),
      ),
    );
    expect(result).toEqual({ kinds: { school: 1, stop: 1, station: 1, shop: 2, park: 1 }, skipped: 3, far: 1 });
    expect(read()).toMatchObject({
      park: { source: 'Testbron', date: '2026-11-01', places: ['50.95000 4.35000 Park'] },
      shop: { places: ['50.93000 4.37000 Winkel', '50.93000 4.37000 Eigen'] },
    });
  });

  test.each([
    ['{', /no valid JSON/],
    ['{"type":"Topology"}', /no GeoJSON "FeatureCollection"/],
    [collection(), /no entry has a name, a point and a known kind/],
    [collection(feature({ name: 'X', kind: 'park' }, [12, 42])), /none of its 1 places is near a town/],
    [collection(feature({ name: 'X', kind: 'park' }), feature({}), feature({}), feature({})), /3 of 4 entries/],
  ])('%#: is refused, and nothing is written', async (text, message) => {
    const { install, file } = content();
    await expect(install(text)).rejects.toThrow(message);
    expect(existsSync(file)).toBe(false);
  });
});

describe('places from CSV', () => {
  test.each([
    ['name,latitude,longitude\nA,50.93,4.37\n', ','],
    ['\uFEFFNaam;name;LAT;LON\nx;A;50.93;4.37\n', ';'],
    ['stop_id\tstop_name\tstop_lat\tstop_lon\n1\tA\t50.93\t4.37\n', 'tab'],
  ])('%#: are read whatever separates them', async (text) => {
    const { install, read } = content();
    expect(await install(text, 'stop')).toMatchObject({ kinds: { stop: 1 } });
    expect(read()).toMatchObject({ stop: { places: ['50.93000 4.37000 A'] } });
  });

  test('a missing column is named, with those that there are', async () => {
    await expect(content().install('name,x,y\nA,1,2\n', 'stop')).rejects.toThrow(
      'it has no column latitude, lat, stop_lat; its columns are name, x, y',
    );
  });

  test('an empty place and 0, 0 are no points', async () => {
    const text = 'name,lat,lon\nA,50.93,4.37\nB,,\nC,0,0\nD,50.94,4.37\nE,50.95,4.37\n';
    expect(await content().install(text, 'park')).toMatchObject({ kinds: { park: 3 }, skipped: 2 });
  });
});

describe('a later file', () => {
  test('replaces its kinds and keeps the others, also those that were written by hand', async () => {
    const { install, file, read, writer } = content();
    writeFileSync(file, JSON.stringify({ park: { source: 'Ik', date: '2026-01-01', places: ['50.9 4.4 Bos'] } }));
    await install('name,lat,lon\nA,50.93,4.37\n', 'stop');
    await install('name,lat,lon\nB,50.93,4.37\n', 'stop');
    expect(read()).toMatchObject({ stop: { places: ['50.93000 4.37000 B'] }, park: { places: ['50.9 4.4 Bos'] } });
    expect(await removePlaces(writer, 'stop')).toBe(true);
    expect(read()).toMatchObject({ park: { source: 'Ik' } });
    expect(read()).not.toHaveProperty('stop');
    expect(await removePlaces(writer, 'stop')).toBe(false);
    expect(await removePlaces(writer, null)).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(await removePlaces(writer, null)).toBe(false);
  });
});
