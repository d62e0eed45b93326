import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { aroundDrawing } from '../../src/features/map/around.view.ts';

const GRIMBERGEN = { latitude: 50.934, longitude: 4.372 };
const BRUSSELS = { latitude: 50.845, longitude: 4.357 };
const HERE = { point: GRIMBERGEN, isExact: true };
const WATERLOO = { latitude: 50.717, longitude: 4.398 };

test('the drawing shows what exists around the place: another place has another drawing, and no road is drawn', () => {
  const [here, there] = [GRIMBERGEN, WATERLOO].map((point) => aroundDrawing({ point, isExact: true }, 'nl'));
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

test('a station is as far from the middle as it is in the world', () => {
  const svg = parse(aroundDrawing(HERE, 'nl'));
  const circle = svg.querySelectorAll('text').find(({ text }) => text === 'Vilvoorde')!.previousElementSibling!;
  const [x, y] = ['cx', 'cy'].map((name) => Number(circle.getAttribute(name)));
  // Vilvoorde station: 50.9237 N, 4.4324 E; 67 units are a kilometre.
  expect(Math.hypot(x! - 400, y! - 225) / (800 / 12)).toBeCloseTo(4.4, 0);
});

test('the drawing is small: what is out of sight is not sent', () => {
  expect(aroundDrawing(HERE, 'nl').length).toBeLessThan(12_000);
});

test('names are in the language of the page', () => {
  expect(aroundDrawing({ point: BRUSSELS, isExact: true }, 'fr')).toMatch(/Bruxelles/);
  expect(aroundDrawing({ point: BRUSSELS, isExact: true }, 'nl')).not.toMatch(/Bruxelles/);
});

const OWN = { ...GRIMBERGEN, name: { nl: 'Grimbergen' } };
const numbersOf = (svg: string, selector: string, name: string) =>
  parse(svg)
    .querySelectorAll(selector)
    .map((element) => Number(element.getAttribute(name)));

test('the town of the property is named, though the mark lies on its dot', () => {
  const svg = aroundDrawing(HERE, 'nl', [OWN]);
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
  expect(numbersOf(aroundDrawing(HERE, 'nl'), '.ring', 'r')).toEqual([67, 133]);
  expect(numbersOf(aroundDrawing({ point: GRIMBERGEN, isExact: false }, 'nl'), '.ring', 'r')).toEqual([]);
});
