import { describe, expect, test } from 'vitest';
import { groundAround } from '../../src/features/map/around.view.ts';
import { pointsOf } from '../../src/features/map/map-property.ts';

/** Around Vilvoorde; the Belgian border is far away. */
const PLACES = [
  { latitude: 50.93, longitude: 4.42 },
  { latitude: 50.94, longitude: 4.37 },
];

describe('the map without streets', () => {
  test('has the borders and stations around the towns, and no others', () => {
    const { borders, stations } = groundAround(PLACES, 'nl');
    expect(borders.length).toBeGreaterThan(20);
    for (const line of borders) {
      const isNear = pointsOf(line).some(([y, x]) => y > 50.6 && y < 51.3 && x > 4 && x < 4.8);
      expect(isNear).toBe(true);
    }
    const names = stations.map(({ name }) => name);
    expect(names).toContain('Vilvoorde');
    expect(names).not.toContain('Oostende');
  });

  test('names stations in the language of the page', () => {
    const names = (language: string) => groundAround(PLACES, language).stations.map(({ name }) => name);
    expect(names('nl')).toContain('Brussel-Noord');
    expect(names('fr')).toContain('Bruxelles-Nord');
  });

  test('names the maker of each thing that is drawn, with the date that its licence asks for', () => {
    const { credits } = groundAround(PLACES, 'nl');
    expect(credits.map(({ by }) => by)).toContain('Statbel');
    expect(credits.find(({ by }) => by === 'Statbel')?.title).toMatch(/1 January 2025/);
    for (const { link } of credits) expect(link).toMatch(/^https:\/\//);
  });

  test('is empty without towns, and where nothing is known', () => {
    const nothing = { borders: [], rivers: [], stations: [], credits: [] };
    expect(groundAround([], 'nl')).toEqual(nothing);
    expect(groundAround([{ latitude: 40, longitude: -3 }], 'nl')).toEqual(nothing);
  });
});

test('a line is read from its first point and the steps after it', () => {
  expect(pointsOf([509_000, 43_000, 10, -5, -10, 5])).toEqual([
    [50.9, 4.3],
    [50.901, 4.2995],
    [50.9, 4.3],
  ]);
});
