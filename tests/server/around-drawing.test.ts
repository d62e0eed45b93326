import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { aroundDrawing } from '../../src/features/map/around.view.ts';

const GRIMBERGEN = { latitude: 50.934, longitude: 4.372 };
const WATERLOO = { latitude: 50.717, longitude: 4.398 };

test('the drawing shows what exists around the place: another place has another drawing, and no road is drawn', () => {
  const [here, there] = [GRIMBERGEN, WATERLOO].map((point) => aroundDrawing(point, 'nl'));
  expect(here).not.toBe(there);
  const svg = parse(here!);
  expect(svg.querySelectorAll('path').map((path) => path.getAttribute('class'))).toEqual(['river', 'border', 'scale']);
  expect(svg.querySelectorAll('text').map(({ text }) => text)).toEqual(expect.arrayContaining(['Vilvoorde', '1 km']));
  expect(
    parse(there!)
      .querySelectorAll('text')
      .map(({ text }) => text),
  ).not.toContain('Vilvoorde');
});

test('a station is as far from the middle as it is in the world', () => {
  const svg = parse(aroundDrawing(GRIMBERGEN, 'nl'));
  const at = svg.querySelectorAll('text').findIndex(({ text }) => text === 'Vilvoorde');
  const circle = svg.querySelectorAll('circle')[at]!;
  const [x, y] = ['cx', 'cy'].map((name) => Number(circle.getAttribute(name)));
  // Vilvoorde station: 50.9237 N, 4.4324 E; 67 units are a kilometre.
  expect(Math.hypot(x! - 400, y! - 225) / (800 / 12)).toBeCloseTo(4.4, 0);
});

test('the drawing is small: what is out of sight is not sent', () => {
  expect(aroundDrawing(GRIMBERGEN, 'nl').length).toBeLessThan(12_000);
});

test('names are in the language of the page', () => {
  expect(aroundDrawing({ latitude: 50.845, longitude: 4.357 }, 'fr')).toMatch(/Bruxelles/);
  expect(aroundDrawing({ latitude: 50.845, longitude: 4.357 }, 'nl')).not.toMatch(/Bruxelles/);
});
