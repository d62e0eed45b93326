import { describe, expect, test } from 'vitest';
import { type EnergyFacts, hasRenovationDuty } from '../../src/features/property/energy.ts';
import { energySettings } from '../../src/features/property/settings.ts';
import file from '../fixtures/agency/settings/energy.json' with { type: 'json' };
import { GRIMBERGEN, houseAt, JETTE, LIEGE } from '../support/sample-house.ts';

const settings = energySettings.parse({ ...file, use: 'specified' });

describe('the duty to renovate', () => {
  test.each([
    ['e', 401],
    ['e', 500],
    ['f', 501],
  ])('holds for a Flemish house for sale with label %s (%i kWh/m2)', (_, score) => {
    expect(hasRenovationDuty(houseAt(GRIMBERGEN, score), settings, 'sale')).toBe(true);
  });

  test('holds for an apartment above a shop too', () => {
    expect(hasRenovationDuty(houseAt(GRIMBERGEN, 501, { typeKeys: ['commerce', 'apartment'] }), settings, 'sale')).toBe(
      true,
    );
  });

  test.each<[string, EnergyFacts, 'sale' | 'rent']>([
    ['label D', houseAt(GRIMBERGEN, 400), 'sale'],
    ['a property to let', houseAt(GRIMBERGEN, 501), 'rent'],
    ['a Walloon house', houseAt(LIEGE, 501), 'sale'],
    ['a Brussels apartment', houseAt(JETTE, 340), 'sale'],
    ['an office', houseAt(GRIMBERGEN, 501, { typeKeys: ['office'] }), 'sale'],
    ['a property without a score', houseAt(GRIMBERGEN, null), 'sale'],
  ])('does not hold for %s', (_, property, goal) => {
    expect(hasRenovationDuty(property, settings, goal)).toBe(false);
  });

  test('follows the labels in the settings', () => {
    const stricter = { ...settings, renovationDutyLabels: ['d', 'e', 'f'] };
    expect(hasRenovationDuty(houseAt(GRIMBERGEN, 400), stricter, 'sale')).toBe(true);
  });
});
