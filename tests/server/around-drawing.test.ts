import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { DEFAULT_PALETTES } from '../../src/features/brand/palette.ts';
import { aroundDrawing, groundAround } from '../../src/features/map/around.view.ts';

const LOOK = { palettes: DEFAULT_PALETTES, font: '/font.woff2' };
const GRIMBERGEN = { latitude: 50.934, longitude: 4.372 };
const BRUSSELS = { latitude: 50.845, longitude: 4.357 };
const HERE = { point: GRIMBERGEN, isExact: true };
const WATERLOO = { latitude: 50.717, longitude: 4.398 };

test('the drawing shows what exists around the place: another place has another drawing, and no road is drawn', () => {
  const [here, there] = [GRIMBERGEN, WATERLOO].map((point) =>
    aroundDrawing({ point, isExact: true }, 'nl', { look: LOOK }),
  );
  expect(here).not.toBe(there);
  const svg = parse(here!);
  expect(svg.querySelectorAll('path').map((path) => path.getAttribute('class'))).toEqual(['river', 'border']);
  expect(svg.querySelectorAll('text').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Vilvoorde', '1 km', '2 km']),
  );
  expect(
    parse(there!)
      .querySelectorAll('text')
      .map(({ text }) => text),
  ).not.toContain('Vilvoorde');
});

const numbersOf = (svg: string, selector: string, name: string) =>
  parse(svg)
    .querySelectorAll(selector)
    .map((element) => Number(element.getAttribute(name)));
/** How far from the middle the dot of a station is, in the units of the drawing. */
function distanceOf(svg: string, station: string): number {
  const name = parse(svg)
    .querySelectorAll('.station')
    .find(({ text }) => text === station)!;
  const [x = 0, y = 0] = ['cx', 'cy'].map((key) => Number(name.previousElementSibling!.getAttribute(key)));
  return Math.hypot(x - 400, y - 225);
}

test('a station is as far from the middle as it is in the world', () => {
  const svg = aroundDrawing(HERE, 'nl', { look: LOOK });
  // Vilvoorde station: 50.9237 N, 4.4324 E.
  expect(distanceOf(svg, 'Vilvoorde') / numbersOf(svg, '.ring', 'r')[0]!).toBeCloseTo(4.4, 0);
});

test('the drawing is small: what is out of sight is not sent', () => {
  expect(aroundDrawing(HERE, 'nl', { look: LOOK }).length).toBeLessThan(12_000);
});

test('names are in the language of the page', () => {
  expect(aroundDrawing({ point: BRUSSELS, isExact: true }, 'fr', { look: LOOK })).toMatch(/Bruxelles/);
  expect(aroundDrawing({ point: BRUSSELS, isExact: true }, 'nl', { look: LOOK })).not.toMatch(/Bruxelles/);
});

const OWN = { ...GRIMBERGEN, name: { nl: 'Grimbergen' } };

test('the town of the property is named, though the mark lies on its dot', () => {
  const svg = aroundDrawing(HERE, 'nl', { towns: [OWN], look: LOOK });
  expect(
    parse(svg)
      .querySelectorAll('.town')
      .map(({ text }) => text),
  ).toEqual(['Grimbergen']);
  // The mark is 14 units wide and tall.
  const [x = 0, y = 0] = ['x', 'y'].flatMap((name) => numbersOf(svg, '.town', name));
  expect(Math.abs(x - 400) > 7 || Math.abs(y - 225) > 18).toBe(true);
});

test('the circles around an address are one and two kilometres wide; a place that is hidden has none', () => {
  const svg = aroundDrawing(HERE, 'nl', { look: LOOK });
  const [one = 0, two = 0] = numbersOf(svg, '.ring', 'r');
  expect(two / one).toBeCloseTo(2, 1);
  expect(numbersOf(aroundDrawing({ point: GRIMBERGEN, isExact: false }, 'nl', { look: LOOK }), '.ring', 'r')).toEqual(
    [],
  );
});

test('the nearest station is in the drawing, as far as twenty kilometres allow', () => {
  for (const latitude of [50.7, 50.8, 50.9, 51, 51.1, 51.2])
    for (const longitude of [3.6, 3.9, 4.2, 4.5, 4.8, 5.1]) {
      const point = { latitude, longitude };
      const svg = aroundDrawing({ point, isExact: true }, 'nl', { look: LOOK });
      const km = numbersOf(svg, '.ring', 'r')[0]!;
      const ys = numbersOf(svg, '.stop', 'cy');
      const drawn = numbersOf(svg, '.stop', 'cx').map((x, at) => Math.hypot(x - 400, ys[at]! - 225) / km);
      const away = groundAround([point], 'nl').stations.map((station) => [
        Math.abs(station.latitude - latitude) * 111.3,
        Math.abs(station.longitude - longitude) * 111.3 * Math.cos((latitude * Math.PI) / 180),
      ]);
      const [[north, east]] = away.sort((one, other) => Math.hypot(...one) - Math.hypot(...other)) as [
        [number, number],
      ];
      // What twenty kilometres from west to east can hold.
      const fits = north < 3.3 && east < 7;
      expect(!fits || Math.abs(Math.min(...drawn) - Math.hypot(north, east)) < 0.2, `${latitude}, ${longitude}`).toBe(
        true,
      );
    }
});
