import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cityName } from '../../src/features/place/address.ts';
import file from '../fixtures/agency/cities.json' with { type: 'json' };

test.each([
  ['GRIMBERGEN', 'Grimbergen'],
  ['grimbergen', 'Grimbergen'],
  ['KAPELLE-OP-DEN-BOS', 'Kapelle-op-den-Bos'],
  ['SINT-JOOST-TEN-NODE', 'Sint-Joost-ten-Node'],
  ['sint-pieters-leeuw', 'Sint-Pieters-Leeuw'],
  ['DE HAAN', 'De Haan'],
  ['LA LOUVIÈRE', 'La Louvière'],
  ["BRAINE-L'ALLEUD", "Braine-l'Alleud"],
  ['BRAINE-L’ALLEUD', 'Braine-l’Alleud'],
  ["MONT-DE-L'ENCLUS", "Mont-de-l'Enclus"],
  ['CHAPELLE-LEZ-HERLAIMONT', 'Chapelle-lez-Herlaimont'],
  ['ESCH-SUR-ALZETTE', 'Esch-sur-Alzette'],
  ['ESCH AN DER ALZETTE', 'Esch an der Alzette'],
  ["'S-GRAVENVOEREN", "'s-Gravenvoeren"],
  ['IJZER', 'IJzer'],
  ['SAINT-NICOLAS (LG.)', 'Saint-Nicolas (Lg.)'],
])('%s is written %s', (name, written) => {
  expect(cityName(name)).toBe(written);
});

test.each(['Kapelle-op-den-Bos', 'McTown', 'De haan', "Braine-l'Alleud", '', '1850', '__proto__x Y'])(
  '"%s" is left unchanged',
  (name) => {
    expect(cityName(name)).toBe(name);
  },
);

const words = fc.array(fc.constantFrom('sint', 'joost', 'ten', 'node', 'de', 'ij', 'évêque', "l'", '(b.)'), {
  minLength: 1,
  maxLength: 6,
});

test('a name keeps its letters, and writing it twice changes nothing', () => {
  fc.assert(
    fc.property(words, fc.constantFrom('-', ' '), fc.boolean(), (parts, between, upper) => {
      const name = upper ? parts.join(between).toUpperCase() : parts.join(between);
      const written = cityName(name);
      return written.toLowerCase() === name.toLowerCase() && cityName(written) === written;
    }),
  );
});

test.each([...new Set(file.flatMap((city) => Object.values(city.Name)))])(
  '%s, written in capitals, is written as before',
  (name) => {
    expect(cityName(name.toUpperCase())).toBe(name);
  },
);
