import { describe, expect, test } from 'vitest';
import { checklistOf } from '../../src/features/owner/checklist.ts';
import { portalSettings } from '../../src/features/owner/settings.ts';
import { propertySchema } from '../../src/features/property/property.ts';
import house from '../fixtures/agency/properties/35187.json' with { type: 'json' };
import portal from '../fixtures/agency/settings/portal.json' with { type: 'json' };

const { checklist } = portalSettings.parse(portal);
const TODAY = '2026-11-25';
const property = (changes: object = {}) => propertySchema.parse({ ...house, ...changes }) as never;
const stateOf = (kind: string, changes: object = {}, kinds: string[] = [], sent: string[] = []) =>
  checklistOf(property(changes), { kinds: new Set(kinds), sent: new Set(sent) }, checklist, TODAY).find(
    (item) => item.kind === kind,
  )?.state ?? null;

describe('the documents that a property needs', () => {
  test('a document is there by a field or by the documents of the property', () => {
    expect(stateOf('energy', { EPCNumber: '', EPCExpiryDate: undefined })).toBe('missing');
    expect(stateOf('energy', { EPCNumber: '2024', EPCExpiryDate: undefined })).toBe('there');
    expect(stateOf('soil')).toBe('missing');
    expect(stateOf('soil', {}, ['soil'])).toBe('there');
    // What an owner sent is looked at by somebody first.
    expect(stateOf('soil', {}, [], ['soil'])).toBe('received');
  });

  test('it expires on the day after the last one, and is announced three months before', () => {
    const until = (day: string) => stateOf('energy', { EPCNumber: '2024', EPCExpiryDate: day });
    expect([until('2026-11-24'), until('2026-11-25'), until('2027-02-25'), until('2027-02-26')]).toEqual([
      ...['expired', 'soon', 'soon', 'there'],
    ]);
  });

  test('region, sale or rental, and the year of building decide what is asked for', () => {
    const old = { ConstructionYear: 1980, AsbestosCode: '', AsbestosType: undefined };
    expect(stateOf('asbestos', old)).toBe('missing');
    expect(stateOf('asbestos', { ...old, ConstructionYear: 2001 })).toBeNull();
    expect(stateOf('asbestos', { ...old, ConstructionYear: undefined })).toBe('missing');
    expect(stateOf('asbestos', { ...old, Zip: '1000' })).toBeNull();
    expect(stateOf('asbestos', { ...old, Goal: 1 })).toBeNull();
    expect(checklistOf(property({ CountryID: 50 }), { kinds: new Set(), sent: new Set() }, checklist, TODAY)).toEqual(
      [],
    );
  });
});
