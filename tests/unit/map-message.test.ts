import { describe, expect, test } from 'vitest';
import { isFrom, mapPayload, readFromFrame, readToFrame } from '../../src/features/map/map-message.ts';
import type { MapProperty } from '../../src/features/map/map-property.ts';
import { mapSettings } from '../../src/features/map/settings.ts';

const property = (id: number, marquee: MapProperty['marquee']): MapProperty => ({
  id,
  latitude: 50.9,
  longitude: 4.3,
  exact: true,
  title: '',
  price: '',
  place: '',
  href: '',
  thumb: null,
  marquee,
});

describe('the message with the properties', () => {
  const given = {
    propertyList: [property(1, 'none'), property(2, 'sold'), property(3, 'option')],
    mapType: 'list' as const,
    infoMessage: 'Hallo',
    customMarker: null,
    ignoredMarquees: ['sold' as const],
  };

  test('has the five fields of the specification and no other', () => {
    expect(Object.keys(mapPayload({ ...given, secret: 1 } as typeof given))).toEqual([
      'propertyList',
      'mapType',
      'infoMessage',
      'customMarker',
      'ignoredMarquees',
    ]);
  });
  test('omits properties whose ribbon is ignored', () => {
    expect(mapPayload(given).propertyList.map(({ id }) => id)).toEqual([1, 3]);
  });
  test('is understood by the frame', () => {
    expect(readToFrame(mapPayload(given))).toMatchObject({ kind: 'payload', payload: { infoMessage: 'Hallo' } });
  });
});

describe('accepted senders', () => {
  const [frame, other] = [{}, {}] as [MessageEventSource, MessageEventSource];
  const here = 'https://www.proefhof.example';
  test.each([
    ['the frame of this site', here, frame, true],
    ['another window of this site', here, other, false],
    ['the frame when it shows another site', 'https://evil.example', frame, false],
    ['a site whose name begins alike', `${here}.evil.example`, frame, false],
    ['a sandboxed page', 'null', frame, false],
  ])('%s', (_who, origin, source, heard) => {
    expect(isFrom({ origin, source }, frame, here)).toBe(heard);
  });
  test('nobody before the frame exists', () => {
    expect(isFrom({ origin: here, source: null }, null, here)).toBe(false);
    expect(isFrom({ origin: here, source: null }, undefined, here)).toBe(false);
  });
});

test.each([null, undefined, 'ready', 7, [], {}, { kind: 'chosen' }, { kind: 'other' }, { kind: 'chosen', ids: '1' }])(
  '%j is no message of the frame',
  (data) => {
    expect(readFromFrame(data)).toBeNull();
  },
);

test('numbers that are no properties are dropped from a choice', () => {
  expect(readFromFrame({ kind: 'chosen', ids: [35187, '35188', 1.5, null] })).toEqual({ kind: 'chosen', ids: [35187] });
});

describe('the settings of the map', () => {
  test('name no other company by default', () => {
    expect(mapSettings.parse({ tiles: null })).toEqual({
      tiles: null,
      routeLink: null,
      townRadiusKm: 1.2,
      customMarker: null,
      ignoredMarquees: [],
    });
  });
  test.each(['https://tiles.example.org/{z}/{x}.png', 'javascript:alert(1)//{z}{x}{y}', '/tiles/{z}/{x}/{y}.png'])(
    'refuse %s as the URL of tiles',
    (url) => {
      expect(mapSettings.safeParse({ tiles: { url, attribution: '© x' } }).success).toBe(false);
    },
  );
});
