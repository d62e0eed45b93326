import { expect, test } from 'vitest';
import { propertyType } from '../../src/features/place/region.ts';
import { typeKeysOf } from '../../src/features/property/property.ts';
import file from '../fixtures/agency/property-types.json' with { type: 'json' };

const types = file.map((type) => propertyType.parse(type));

test.each([
  ['1', ['house']],
  ['2,3', ['apartment', 'commerce']],
  ['3,2', ['commerce', 'apartment']],
  [' 1 , 7 ', ['house', 'garage']],
  ['1,1', ['house']],
  ['1,99,4', ['house', 'land']],
])('the numbers "%s" stand for %o', (webIDs, keys) => {
  expect(typeKeysOf(webIDs, types)).toEqual(keys);
});

test.each(['', ',', '99', '0', '1.0', 'house', '__proto__', 'constructor'])(
  'the numbers "%s" stand for no type',
  (webIDs) => {
    expect(typeKeysOf(webIDs, types)).toEqual([]);
  },
);
