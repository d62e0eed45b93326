import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { DEFAULT_PALETTES } from '../../src/features/brand/palette.ts';
import {
  REGION_SHAPES,
  type RegionTown,
  regionAround,
  regionDrawing,
} from '../../src/features/map/region-drawing.view.ts';
import { keysOf } from '../../src/platform/values/values.ts';

const AREA = [
  { latitude: 50.87, longitude: 4.2 },
  { latitude: 51.01, longitude: 4.43 },
];
const REGION = regionAround(AREA, 'list');
const SHAPES = keysOf(REGION_SHAPES).map((shape) => ({ shape, region: regionAround(AREA, shape) }));
const LOOK = { palettes: DEFAULT_PALETTES, font: '/font.woff2' };
const ELSEWHERE = { words: (count: number) => `+ ${count} elders`, href: '/nl/te-koop/' };
/** One pixel on a laptop is so many units of the drawing. */
const PIXEL = 800 / 520;

const town = fc.record({
  label: fc.stringMatching(/^[A-Z][a-z&<"]{2,14}$/),
  count: fc.integer({ min: 1, max: 40 }),
  href: fc.constant('/nl/te-koop/x/'),
  isCurrent: fc.boolean(),
  latitude: fc.double({ min: 50.87, max: 51.01, noNaN: true }),
  longitude: fc.double({ min: 4.2, max: 4.43, noNaN: true }),
});

const numberOf = (element: { getAttribute(name: string): string | undefined }, name: string) =>
  Number(element.getAttribute(name) ?? 0);

function drawn(towns: readonly RegionTown[], region = REGION) {
  const svg = parse(regionDrawing(region, { towns, title: 'Kies', look: LOOK, elsewhere: ELSEWHERE }));
  return svg.querySelectorAll('a:has(circle)').map((link) => {
    const circle = link.querySelector('circle')!;
    const name = link.querySelector('text:not(.count)');
    return {
      x: numberOf(circle, 'cx'),
      y: numberOf(circle, 'cy'),
      count: Number(link.querySelector('.count')!.text),
      label: name?.text ?? link.getAttribute('aria-label') ?? '',
      name,
    };
  });
}

/** The middle of a name and its width, in units. */
function placeOf({ x, y, name, label }: ReturnType<typeof drawn>[number]) {
  const width = label.length * 7 * PIXEL;
  const side = name!.getAttribute('class');
  const towards = side === 'left' ? -width / 2 : side === 'right' ? width / 2 : 0;
  return { x: x + numberOf(name!, 'dx') + towards, y: y + numberOf(name!, 'dy') - 5 * PIXEL, width };
}

test('each town in the region is drawn once, inside, and no name lies on a number', () => {
  fc.assert(
    fc.property(fc.array(town, { minLength: 1, maxLength: 12 }), fc.constantFrom(...SHAPES), (towns, { region }) => {
      const pins = drawn(towns, region);
      const right = region.size.width - 23;
      const bottom = region.size.height - 23;
      expect(pins.map(({ count }) => count).sort()).toEqual(towns.map(({ count }) => count).sort());
      for (const { x, y } of pins) expect(x >= 23 && x <= right && y >= 23 && y <= bottom).toBe(true);
      const named = pins.filter(({ name }) => name);
      for (const one of named) {
        const place = placeOf(one);
        // The circle is smaller than the square that is kept free.
        const covered = pins.filter(
          (pin) => pin !== one && Math.abs(pin.x - place.x) < place.width / 2 && Math.abs(pin.y - place.y) < 23,
        );
        expect(covered).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

test('two towns at one place are two numbers beside each other', () => {
  const at = { label: 'Meise', href: '/', isCurrent: false, latitude: 50.94, longitude: 4.32 };
  const [one, other] = drawn([
    { ...at, count: 3 },
    { ...at, count: 1 },
  ]);
  expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeGreaterThan(2 * 23);
});

test('towns at the edge are not moved out of the drawing', () => {
  const at = { label: 'Asse', href: '/', isCurrent: false, latitude: 50.94 };
  const pins = drawn([4.158, 4.158, 4.158, 4.17, 4.17].map((longitude, count) => ({ ...at, longitude, count })));
  expect(pins).toHaveLength(5);
  expect(pins.filter(({ x }) => x < 23)).toEqual([]);
});

test('a town without a list is a dot, and one far away is not drawn', () => {
  const at = { label: 'Meise', isCurrent: false, latitude: 50.94, longitude: 4.32 };
  const svg = parse(
    regionDrawing(REGION, {
      towns: [
        { ...at, count: 0, href: null },
        { ...at, label: 'Dénia', count: 2, href: '/', latitude: 38.8, longitude: 0.1 },
      ],
      title: 'Kies',
      look: LOOK,
      elsewhere: ELSEWHERE,
    }),
  );
  expect(svg.querySelectorAll('a circle')).toHaveLength(0);
  expect(svg.querySelectorAll('text').map(({ text }) => text)).toEqual(['Meise', '+ 2 elders']);
});

test.for(SHAPES)('the ground of the $shape has as many steps as its bytes allow', ({ region }) => {
  expect(region.ground.length).toBeGreaterThan(5500);
  expect(region.ground.length).toBeLessThanOrEqual(8000);
});

test('two towns near each other still have the borders around them', () => {
  const near = regionAround(
    [
      { latitude: 50.934, longitude: 4.372 },
      { latitude: 50.935, longitude: 4.373 },
    ],
    'list',
  );
  expect(near.ground.length).toBeGreaterThan(500);
  expect(near.ground.length).toBeLessThan(9000);
});

test('the properties of towns outside the drawing are counted in a corner', () => {
  const anywhere = fc.record({
    ...{ label: fc.constant('Waver'), count: fc.integer({ min: 0, max: 40 }), href: fc.constant('/') },
    ...{ isCurrent: fc.boolean(), latitude: fc.double({ min: 49.5, max: 51.5, noNaN: true }) },
    longitude: fc.double({ min: 2.5, max: 6.4, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(anywhere, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...SHAPES),
      (towns, { region }) => {
        const svg = parse(regionDrawing(region, { towns, title: 'Kies', look: LOOK, elsewhere: ELSEWHERE }));
        const inCorner = svg.querySelector(`a[href="${ELSEWHERE.href}"] text`);
        const drawnCount = drawn(towns, region).reduce((sum, { count }) => sum + count, 0);
        const all = towns.reduce((sum, { count }) => sum + count, 0);
        expect(drawnCount + Number(/\d+/.exec(inCorner?.text ?? '0')?.[0])).toBe(all);
      },
    ),
  );
});
