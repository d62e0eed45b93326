import { BELGIUM, type City } from '../../../domain/places/place.ts';
import type { Localized } from '../../../i18n/localized.ts';
import towns from './towns.json' with { type: 'json' };

/** The number of Luxembourg in `CountryID`. */
const LUXEMBOURG = 50;

/** A town as the file has it: one name for all languages, postcodes of Luxembourg as numbers and ranges. */
interface Row {
  Zip: string;
  Zips?: string;
  Latitude: number;
  Longitude: number;
  Name: string | Localized;
  Municipality?: Localized;
}

const LANGUAGES = ['nl', 'fr', 'en', 'de'];
const COUNTRIES: Readonly<Record<number, Localized>> = {
  [BELGIUM]: { nl: 'België', fr: 'Belgique', en: 'Belgium', de: 'Belgien' },
  [LUXEMBOURG]: { nl: 'Luxemburg', fr: 'Luxembourg', en: 'Luxembourg', de: 'Luxemburg' },
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
    Name: typeof Name === 'string' ? Object.fromEntries(LANGUAGES.map((code) => [code, Name])) : Name,
    ...{ CountryID, CountryName: COUNTRIES[CountryID] },
  });

/** All towns of Belgium, with the parts of municipalities, and of Luxembourg. */
export const TOWNS: readonly City[] = [
  ...(towns.belgium as Row[]).map(cityOf(BELGIUM)),
  ...(towns.luxembourg as Row[]).map(cityOf(LUXEMBOURG)),
];
