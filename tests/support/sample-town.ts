import type { Town } from '../../src/features/listing/town.ts';

/** A town with properties, with the changes of a test. */
export function sampleTown(changes: Partial<Town> = {}): Town {
  const zip = changes.zip ?? '1850';
  return {
    key: `${zip}|${(changes.name?.nl ?? 'Grimbergen').toLowerCase()}`,
    zip,
    name: { nl: 'Grimbergen' },
    slug: { nl: 'grimbergen' },
    latitude: 50.934,
    longitude: 4.372,
    countryId: 10,
    text: null,
    typeTexts: [],
    sale: 1,
    rent: 0,
    known: { sale: true, rent: false },
    rank: null,
    ...changes,
  };
}

/** A city of the working area, all of them on one meridian. */
export const sampleCity = (Zip: string, Latitude: number) => ({
  Zip,
  Name: { nl: `Stad ${Zip}` },
  CountryID: 10,
  Latitude,
  Longitude: 4.4,
});
