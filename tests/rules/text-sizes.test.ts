import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The sizes of the scale in pixels, and the ends of those that grow with the window. */
const SCALE = [...readFileSync('src/ui/tokens.css', 'utf8').matchAll(/--t-?\d: ([^;]+);/g)].flatMap(([, size = '']) =>
  [...size.matchAll(/([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16),
);
/** Sizes of their own: the heading of the homepage beside the drawn region, where the column is narrow. */
const OWN = [52];

test('each size of a text on the site is one of the scale', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter((file) => /\.css$/.test(file) && !/tokens\.css|print|\/studio\//.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/font(?:-size)?:(?:[^;/]*\s)?\s?([\d.]+)(rem|px)/g)].map(
        ([, size, unit]) => `${file}: ${Number(size) * (unit === 'rem' ? 16 : 1)}`,
      ),
    );
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((one) => ![...SCALE, ...OWN].includes(Number(one.split(': ')[1])))).toEqual([]);
});
