import { describe, expect, test } from 'vitest';
import { attributeValue } from '../../src/features/property/attribute-value.ts';
import { ATTRIBUTES, type Attribute, type AttributeKind } from '../../src/features/property/attributes.ts';

const shown = (kind: AttributeKind, value: unknown, more: Partial<Attribute> = {}, language = 'nl') =>
  attributeValue(
    { key: 'X', group: 'building', kind, label: 'SURFACE_TOTAL', ...more },
    { X: value, ...(more.key && { [more.key]: value }) },
    language,
  );

describe('is shown as', () => {
  test.each<[AttributeKind, unknown, object]>([
    ['area', 1214, { text: '1.214 m²' }],
    ['area', 12.5, { text: '12,5 m²' }],
    ['length', 7, { text: '7 m' }],
    ['count', 3, { text: '3' }],
    ['year', 1936, { text: '1936' }],
    ['money', 1250, { text: '€ 1.250' }],
    ['money', 12.5, { text: '€ 12,50' }],
    ['monthly', 85, { text: '€ 85', unit: 'PER_MONTH' }],
    ['kWhM2', 511, { text: '511', unit: 'UNIT_KWH_M2_YEAR' }],
    ['kWh', 25000, { text: '25.000', unit: 'UNIT_KWH_YEAR' }],
    ['kgCO2', 62, { text: '62', unit: 'UNIT_KG_CO2_M2_YEAR' }],
    ['number', 0, { text: '0' }],
    ['date', '2026-10-11', { text: '11-10-2026' }],
    ['text', 'Beuken', { text: 'Beuken' }],
    ['yesNo', true, { label: 'YES' }],
    ['yesNo', false, { label: 'NO' }],
  ])('%s %o: %o', (kind, value, expected) => {
    const result = shown(kind, value);
    expect(result && 'text' in result ? { ...result, text: result.text.replace(/\u00a0/g, ' ') } : result).toEqual(
      expected,
    );
  });

  test('a text per language: that of the page, and none from another', () => {
    expect(shown('text', { nl: 'Eik', FR: 'Chêne' }, {}, 'fr')).toEqual({ text: 'Chêne' });
    expect(shown('text', { nl: 'Eik' }, {}, 'de')).toBeNull();
  });

  test('a choice by its label, whether the import has text or a number', () => {
    const choices = { N: 'NORTH', 2: 'SOUTH' } as const;
    expect(shown('choice', 'N', { choices })).toEqual({ label: 'NORTH' });
    expect(shown('choice', 2, { choices })).toEqual({ label: 'SOUTH' });
  });

  test('the ground floor, and other floors by number', () => {
    expect(shown('number', 0, { key: 'Floor' })).toEqual({ label: 'GROUND_FLOOR' });
    expect(shown('number', -1, { key: 'Floor' })).toEqual({ text: '-1' });
    expect(shown('number', 3, { key: 'Floor' })).toEqual({ text: '3' });
  });
});

describe('is not shown', () => {
  test.each<[string, AttributeKind, unknown]>([
    ['what is absent', 'count', undefined],
    ['what is null', 'count', null],
    ['an empty text', 'text', ''],
    ['an empty text per language', 'text', {}],
    ['an import\'s 0 for "not filled in"', 'area', 0],
    ['the same of money', 'money', 0],
    ['the same of a year', 'year', 0],
    ['a number written as text', 'count', '3'],
    ['a date that does not exist', 'date', '2026-02-31'],
    ['a choice that is not offered', 'choice', 'X'],
    ['a choice called like a part of every object', 'choice', 'constructor'],
  ])('%s', (_name, kind, value) => {
    expect(shown(kind, value, { choices: { N: 'NORTH' } })).toBeNull();
  });

  test('what only a prototype has', () => {
    const attribute: Attribute = { key: 'toString', group: 'building', kind: 'text', label: 'SURFACE_TOTAL' };
    expect(attributeValue(attribute, {}, 'nl')).toBeNull();
    expect(attributeValue({ ...attribute, key: 'X' }, Object.create({ X: 'a' }), 'nl')).toBeNull();
  });

  test('what its condition forbids', () => {
    const attribute: Attribute = {
      key: 'Guarantee',
      group: 'costs',
      kind: 'money',
      label: 'DEPOSIT',
      condition: 'Goal = 1',
    };
    expect(attributeValue(attribute, { Goal: 0, Guarantee: 500 }, 'nl')).toBeNull();
    expect(attributeValue(attribute, { Goal: 1, Guarantee: 500 }, 'nl')).not.toBeNull();
  });
});

test('every attribute of the site can be shown with a sensible value', () => {
  const VALUES: Record<string, unknown> = { yesNo: true, text: 'x', date: '2026-01-01' };
  for (const attribute of ATTRIBUTES) {
    const value =
      attribute.kind === 'choice' ? Object.keys(attribute.choices ?? {})[0] : (VALUES[attribute.kind] ?? 2000);
    const { condition: _condition, ...free } = attribute;
    expect(attributeValue(free, { [attribute.key]: value }, 'nl'), attribute.key).not.toBeNull();
  }
});
