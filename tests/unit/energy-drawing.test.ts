import { describe, expect, test } from 'vitest';
import { drawingOf, energyLabelOf, energyScaleOf } from '../../src/features/property/energy.ts';
import { energySettings } from '../../src/features/property/settings.ts';
import file from '../fixtures/agency/settings/energy.json' with { type: 'json' };

const settings = energySettings.parse({ ...file, use: 'specified' });
const drawn = (Zip: string, EnergyPerformance: number) => {
  const property = { CountryID: 10, Zip, EnergyPerformance, EPCNumber: 'x-1', typeKeys: ['house'] };
  return drawingOf(energyScaleOf(property, settings)!, energyLabelOf(property, settings)!, 'nl');
};
const REGIONS = [
  ['Flanders', '1850'],
  ['Brussels', '1090'],
  ['Wallonia', '4000'],
] as const;
const SCORES = [-5, 0, 1, 45, 62.4, 85, 100, 151, 210, 255, 340, 345, 346, 425, 500, 511, 900, 99_999];

describe.each(REGIONS)('the scale of a property in %s', (_region, zip) => {
  test.each(SCORES)('at %d: the marker is on the scale, in the segment with the label', (score) => {
    const drawing = drawn(zip, score);
    expect(drawing.at).toBeGreaterThanOrEqual(6);
    expect(drawing.at).toBeLessThanOrEqual(344);
    const property = { CountryID: 10, Zip: zip, EnergyPerformance: score, EPCNumber: 'x-1', typeKeys: ['house'] };
    const label = energyLabelOf(property, settings)!;
    const piece = drawing.pieces.find(({ step }) => step === label.step)!;
    expect(piece.text).toBe(label.text);
    expect(drawing.at).toBeGreaterThanOrEqual(piece.x);
    expect(drawing.at).toBeLessThanOrEqual(piece.x + piece.width + 1.1);
  });

  test('the worse the property, the further right the marker', () => {
    const places = SCORES.map((score) => drawn(zip, score).at);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('the segments fill the drawing side by side, best first, each in its own colour', () => {
    const { pieces } = drawn(zip, 200);
    expect(pieces[0]!.x).toBe(0);
    expect(pieces.at(-1)!.x + pieces.at(-1)!.width).toBeCloseTo(349, 0);
    expect(pieces.length).toBeGreaterThan(3);
    for (const [n, piece] of pieces.slice(1).entries()) {
      const before = pieces[n]!;
      expect(piece.x - before.x - before.width).toBeCloseTo(1, 0);
    }
    for (const piece of pieces) {
      for (const tick of piece.ticks) expect(tick > piece.x && tick < piece.x + piece.width).toBe(true);
    }
    const steps = pieces.map(({ step }) => step);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
  });

  test('a boundary is between two segments, with a figure; the open end has none', () => {
    const { pieces, edges } = drawn(zip, 200);
    expect(edges.every(({ text }) => /^-?[\d.]+$/.test(text))).toBe(true);
    expect(edges.length).toBeLessThan(pieces.length);
    for (const [n, edge] of edges.entries()) expect(edge.x).toBeCloseTo(pieces[n + 1]!.x, 0);
  });
});

test('the figure is formatted the Belgian way', () => {
  expect(drawn('1850', 62.4).value).toBe('62,4');
  expect(drawn('1850', 1511).value).toBe('1.511');
});

test('a segment of several classes shows its letter, unless the property is in it', () => {
  const said = (score: number) =>
    drawn('1090', score)
      .pieces.map(({ text }) => text)
      .join(' ');
  expect(said(900)).toBe('A+ A B C D E F G');
  expect(said(160)).toBe('A+ A B C D+ E F G');
});
