import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitStreet } from '../../src/features/place/address.ts';

const parts = (street: string, number = '', box = '') => ({ street, number, box });

describe('a street with the number of the house', () => {
  test.each([
    ['Kerkstraat 7', parts('Kerkstraat', '7')],
    ['Kerkstraat 7, 1860 Meise', parts('Kerkstraat', '7')],
    ['Kerkstraat 7 1860 Meise', parts('Kerkstraat', '7')],
    ['Kerkstraat nr. 7', parts('Kerkstraat', '7')],
    ['Kerkstraat 12A bus 3', parts('Kerkstraat', '12A', '3')],
    ['Rue Haute, 12-14', parts('Rue Haute', '12-14')],
    ['7, Rue Haute', parts('Rue Haute', '7')],
    ['7 Rue Haute', parts('Rue Haute', '7')],
    ['Place du 11 Novembre 3', parts('Place du 11 Novembre', '3')],
  ])('%s', (text, expected) => {
    expect(splitStreet(text)).toEqual(expected);
  });

  test.each(['Kerkstraat', 'Place du 11 Novembre', '11 Novemberlaan', 'Rue du 4 août', 'N8', '', '12'])(
    'not: %s',
    (text) => {
      expect(splitStreet(text)).toEqual(parts(text));
    },
  );

  test('is split as it was joined', () => {
    const street = fc.constantFrom('Kerkstraat', 'Rue Haute', "Rue de l'Église", 'Place du 11 Novembre', 'Dreef');
    fc.assert(
      fc.property(street, fc.integer({ min: 1, max: 9999 }), fc.constantFrom('', 'A', 'b'), (name, number, letter) => {
        expect(splitStreet(`${name} ${number}${letter}`)).toEqual(parts(name, `${number}${letter}`));
      }),
    );
  });
});
