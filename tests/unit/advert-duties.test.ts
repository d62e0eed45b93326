import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/content/settings/settings.ts';
import { statementsOf } from '../../src/features/property/advert.ts';
import { energyLabelOf, energyScaleOf } from '../../src/features/property/energy.ts';
import type { Property } from '../../src/features/property/property.ts';
import { advertSettings } from '../../src/features/property/settings.ts';
import adverts from '../fixtures/agency/settings/adverts.json' with { type: 'json' };
import { SETTINGS, sampleProperty, TYPES } from '../support/sample-listing.ts';

const settings = { ...SETTINGS, adverts: advertSettings.parse(adverts) } as Settings;
const statements = (changes: Record<string, unknown>) =>
  new Map(
    statementsOf(sampleProperty(changes), TYPES, settings).map(({ duty, isMade }) => [
      duty.statement as string,
      isMade,
    ]),
  );
const facts = (changes: Record<string, unknown>, ...typeKeys: string[]) => ({
  ...(sampleProperty(changes) as Property),
  typeKeys,
});

describe('the label of an office or shop', () => {
  const label = (changes: Record<string, unknown>) =>
    energyLabelOf(facts(changes, 'office'), settings.energy)?.text ?? null;

  test.each([
    ['is that of its certificate', { EPCLabelText: 'G', EnergyPerformance: 90 }, 'G'],
    ['never follows from a score', { EnergyPerformance: 90 }, null],
    ['is none that its scale does not have', { EPCLabelText: 'A++' }, null],
    ['is not shown in a region without such labels', { EPCLabelText: 'B', Zip: '1000' }, null],
  ])('%s', (_name, changes, expected) => {
    expect(label(changes)).toBe(expected);
  });

  test('has no place on the scale of homes', () => {
    expect(energyScaleOf(facts({ EnergyPerformance: 90 }, 'commerce'), settings.energy)).toBeNull();
    expect(energyScaleOf(facts({ EnergyPerformance: 90 }, 'house', 'office'), settings.energy)).not.toBeNull();
  });

  test('must stand in the advert', () => {
    expect(statements({ WebIDs: '6' }).get('epcLabel')).toBe(false);
    expect(statements({ WebIDs: '6', EPCLabelText: 'C' }).get('epcLabel')).toBe(true);
  });
});

describe('the flood symbol', () => {
  test.each([
    [{ PScore: 'D', GScore: 'A' }, true],
    [{ PScore: 'A', GScore: 'D' }, true],
    [{ PScore: 'C', GScore: 'B' }, undefined],
    [{}, undefined],
    // Brussels has no such duty.
    [{ PScore: 'D', Zip: '1000' }, undefined],
  ])('%o', (changes, expected) => {
    expect(statements(changes).get('floodSymbol')).toBe(expected);
  });
});

test.each([
  ['E', { EnergyPerformance: 450 }, true],
  ['F', { EnergyPerformance: 501 }, true],
  ['D', { EnergyPerformance: 400 }, undefined],
  ['E, for rent', { EnergyPerformance: 450, Goal: 1 }, undefined],
])('the duty to renovate with the label %s', (_label, changes, expected) => {
  expect(statements(changes).get('renovationDuty')).toBe(expected);
});
