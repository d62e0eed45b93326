import type { EnergyFacts } from '../../src/features/property/energy.ts';

/** A house with an energy certificate at a postcode. */
export const houseAt = (
  Zip: string,
  EnergyPerformance: EnergyFacts['EnergyPerformance'],
  more: Partial<EnergyFacts> = {},
): EnergyFacts => ({
  CountryID: 10,
  Zip,
  EnergyPerformance,
  EPCNumber: '20241108-0003187-RES-1',
  typeKeys: ['house'],
  ...more,
});

/** A postcode in Flanders, in Brussels and in Wallonia. */
export const GRIMBERGEN = '1850';
export const JETTE = '1090';
export const LIEGE = '4000';
