import { LABEL_LANGUAGES, type Localized } from '../../i18n/languages.ts';
import { BELGIUM, countryNames, LUXEMBOURG } from './country.ts';
import type { City } from './region.ts';
import towns from './towns.json' with { type: 'json' };

/** A town as the file has it: one name for all languages, postcodes of Luxembourg as numbers and ranges. */
interface Row {
  Zip: string;
  Zips?: string;
  Latitude: number;
  Longitude: number;
  Name: string | Localized;
  Municipality?: Localized;
}

const COUNTRY_NAMES: Readonly<Record<number, Localized>> = {
  [BELGIUM]: countryNames(BELGIUM),
  [LUXEMBOURG]: countryNames(LUXEMBOURG),
};

/** "1111-1153 1159" as postcodes: L-1111, L-1112, … */
const postcodesIn = (ranges: string): string[] =>
  ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => `L-${String(from + at).padStart(4, '0')}`);
  });

const cityOf =
  (CountryID: number) =>
  ({ Name, Zips, ...row }: Row): City => ({
    ...row,
    ...(Zips && { Zips: postcodesIn(Zips) }),
    Name: typeof Name === 'string' ? Object.fromEntries(LABEL_LANGUAGES.map((code) => [code, Name])) : Name,
    ...{ CountryID, CountryName: COUNTRY_NAMES[CountryID] },
  });

/** All towns of Belgium, with the parts of municipalities, and of Luxembourg. */
export const TOWNS: readonly City[] = [
  ...towns.belgium.map(cityOf(BELGIUM)),
  ...towns.luxembourg.map(cityOf(LUXEMBOURG)),
];
