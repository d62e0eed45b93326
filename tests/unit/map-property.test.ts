import { describe, expect, test } from 'vitest';
import { mapPointOf, mapUrlOf, propertyOfRow, rowOf } from '../../src/features/map/map-property.ts';
import { publicPointOf, roundedPoint } from '../../src/features/place/point.ts';

const TOWN = { latitude: 50.934321, longitude: 4.3746612 };
const PROPERTY = {
  id: 35187,
  latitude: 50.93562,
  longitude: 4.37856,
  exact: true,
  title: 'Woning met zuidtuin',
  price: '€ 595.000',
  place: '1850 Grimbergen',
  href: '/nl/te-koop/grimbergen/woning/35187/',
  thumb: null,
  marquee: 'none' as const,
};

describe('the public point of a property', () => {
  test('is its own point to a metre when its address is public', () => {
    expect(publicPointOf({ PublishAddress: true, GoogleX: 50.9356249, GoogleY: 4.3785612 })).toEqual({
      latitude: 50.93562,
      longitude: 4.37856,
    });
  });
  test.each([
    ['its address is hidden', { PublishAddress: false, GoogleX: 50.93562, GoogleY: 4.37856 }],
    ['nobody measured it', { PublishAddress: true }],
    ['the import wrote 0, 0', { PublishAddress: true, GoogleX: 0, GoogleY: 0 }],
    [
      'the import left the flag out',
      { PublishAddress: undefined as unknown as boolean, GoogleX: 50.93562, GoogleY: 4.37856 },
    ],
  ])('is unknown when %s', (_why, property) => {
    expect(publicPointOf(property)).toBeNull();
  });
});

test('a property with a hidden address is at the centre of its town, wherever it really is', () => {
  expect(mapPointOf({ point: null }, TOWN)).toEqual({ latitude: 50.93432, longitude: 4.37466, exact: false });
});

test('a property with a public address is at its own point', () => {
  expect(mapPointOf({ point: roundedPoint(PROPERTY) }, TOWN)).toEqual({
    latitude: 50.93562,
    longitude: 4.37856,
    exact: true,
  });
});

test('a property with neither a point nor a town is not on the map', () => {
  expect(mapPointOf({ point: null }, null)).toBeNull();
});

test('a property survives serialisation', () => {
  expect(propertyOfRow(JSON.parse(JSON.stringify(rowOf(PROPERTY))))).toEqual(PROPERTY);
});

describe('the URL of the properties of a map', () => {
  test('follows the filter of the list, but not its page', () => {
    expect(mapUrlOf({ goal: 'sale', language: 'nl', search: '?city=Grimbergen%7C1850&city=Meise%7C1860&page=2' })).toBe(
      '/api/map?goal=sale&language=nl&city=Grimbergen%7C1850&city=Meise%7C1860',
    );
  });
  test('names the town or the type of the list', () => {
    expect(mapUrlOf({ goal: 'rent', language: 'fr', town: '1850|grimbergen' })).toBe(
      '/api/map?goal=rent&language=fr&town=1850%7Cgrimbergen',
    );
    expect(mapUrlOf({ goal: 'rent', language: 'fr', type: 2 })).toBe('/api/map?goal=rent&language=fr&type=2');
  });
});
