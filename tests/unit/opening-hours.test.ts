import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingRows } from '../../src/platform/time/opening-hours.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

test('days that do not follow each other are no range', () => {
  expect(openingRows([{ days: ['Wednesday', 'Saturday'], opens: '09:00', closes: '12:00' }])).toEqual([
    { runs: [[2, 2], [5, 5]], hours: ['09:00–12:00'] }, // biome-ignore format: pairs
  ]);
});

test('two spans of the same days are one row', () => {
  const days = DAYS.slice(0, 5);
  expect(
    openingRows([
      { days, opens: '13:30', closes: '18:00' },
      { days, opens: '09:00', closes: '12:00' },
    ]),
  ).toEqual([{ runs: [[0, 4]], hours: ['09:00–12:00', '13:30–18:00'] }]);
});

test('the rows say of each day exactly its hours', () => {
  const span = fc.record({
    days: fc.subarray([...DAYS], { minLength: 1 }),
    opens: fc.constantFrom('08:00', '09:30'),
    closes: fc.constantFrom('12:00', '18:00'),
  });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
      const rows = openingRows(spans);
      for (const [at, day] of DAYS.entries()) {
        const wanted = spans.filter(({ days }) => days.includes(day)).map((one) => `${one.opens}–${one.closes}`);
        const said = rows.filter(({ runs }) => runs.some(([from, to]) => from <= at && at <= to));
        expect(said.flatMap(({ hours }) => hours)).toEqual(wanted.sort());
      }
    }),
  );
});
