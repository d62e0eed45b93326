import { describe, expect, test } from 'vitest';
import { clustersOf, spotsOf } from '../../src/features/map/map-cluster.ts';
import { placeLabels } from '../../src/features/map/map-label.ts';
import type { MapProperty } from '../../src/features/map/map-property.ts';
import { corePlaces } from '../../src/features/place/point.ts';

const property = (id: number, latitude: number, longitude: number, exact = true): MapProperty => ({
  id,
  latitude,
  longitude,
  exact,
  title: `Property ${id}`,
  price: '€ 1',
  place: '1850 Grimbergen',
  href: `/${id}/`,
  thumb: null,
  marquee: 'none',
});
const WORLD: [number, number, number, number] = [-180, -85, 180, 85];

describe('what is on the map', () => {
  test('properties with a hidden address in one town are one circle that counts them', () => {
    const spots = spotsOf([
      property(1, 50.93432, 4.37466, false),
      property(2, 50.93562, 4.37856),
      property(3, 50.93432, 4.37466, false),
    ]);
    expect(spots.map(({ spot }) => [spot.exact, spot.ids])).toEqual([
      [false, [1, 3]],
      [true, [2]],
    ]);
  });

  test('a circle never includes a property with a public address at the same point', () => {
    const spots = spotsOf([property(1, 50.93432, 4.37466, false), property(2, 50.93432, 4.37466)]);
    expect(spots.map(({ spot }) => spot.ids)).toEqual([[1], [2]]);
  });

  test('a cluster counts properties, not circles', () => {
    const clusters = clustersOf([
      property(1, 50.9343, 4.3746, false),
      property(2, 50.9343, 4.3746, false),
      property(3, 50.9344, 4.3747),
    ]);
    const [mark] = clusters.marks(WORLD, 8);
    expect(mark?.count).toBe(3);
    expect(clusters.idsOf(mark!).sort()).toEqual([1, 2, 3]);
  });

  test('flats at one point never separate, at any zoom', () => {
    const clusters = clustersOf([property(1, 50.9343, 4.3746), property(2, 50.9343, 4.3746)]);
    const [mark] = clusters.marks(WORLD, 17);
    expect(mark?.count).toBe(2);
    expect(clusters.opensAt(mark?.cluster ?? -1)).toBeNull();
  });

  test('neighbours separate when zooming in', () => {
    const clusters = clustersOf([property(1, 50.9343, 4.3746), property(2, 50.94, 4.39)]);
    const [mark] = clusters.marks(WORLD, 6);
    const zoom = clusters.opensAt(mark?.cluster ?? -1);
    expect(clusters.marks(WORLD, zoom ?? 0)).toHaveLength(2);
  });

  test('ten thousand properties are all counted at every zoom', () => {
    const clusters = clustersOf(
      Array.from({ length: 10_000 }, (_, n) =>
        property(n + 1, 49.6 + ((n * 37) % 1900) / 1000, 2.7 + ((n * 91) % 3500) / 1000),
      ),
    );
    for (const zoom of [6, 9, 12, 15, 17])
      expect(clusters.marks(WORLD, zoom).reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  });
});

describe('the first view', () => {
  test('omits the two properties in Luxembourg when thirty-four are around Grimbergen', () => {
    const near = Array.from({ length: 34 }, (_, n) => property(n + 1, 50.9 + n / 1000, 4.3 + n / 1000));
    expect(
      corePlaces([...near, property(98, 49.6, 6.1), property(99, 49.5, 6)])
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual(near.map(({ id }) => id));
  });
  test('shows all properties when none is far away, and a single one', () => {
    expect(corePlaces([property(1, 50.9, 4.3), property(2, 50.91, 4.31), property(3, 50.92, 4.32)])).toHaveLength(3);
    expect(corePlaces([property(1, 50.9, 4.3)])).toHaveLength(1);
    expect(corePlaces([])).toEqual([]);
  });
});

describe('the names of towns', () => {
  test('are beside their dot, the larger town first', () => {
    const labels = [
      { x: 100, y: 100, width: 60, weight: 1 },
      { x: 110, y: 104, width: 60, weight: 9 },
    ];
    expect(placeLabels(labels, [])).toEqual(['left', 'right']);
  });
  test('avoid markers, and are omitted when there is no space', () => {
    expect(
      placeLabels([{ x: 100, y: 100, width: 60, weight: 1 }], [{ left: 80, right: 120, top: 80, bottom: 120 }]),
    ).toEqual(['under']);
    expect(
      placeLabels([{ x: 100, y: 100, width: 60, weight: 1 }], [{ left: 0, right: 300, top: 0, bottom: 300 }]),
    ).toEqual([null]);
  });
});
