import type { Language } from '../../i18n/languages.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import { BELGIUM, countryName, isAbroad } from './country.ts';

/** The location of a property or project, as feeds write it. */
export interface Place {
  Street?: string | undefined;
  HouseNumber?: string | undefined;
  BoxNr?: string | undefined;
  Zip: string;
  City: Localized;
  CountryID?: number | undefined;
}

/** A postal address in two lines; the street is null when it is unknown or hidden from the public. */
export interface Address {
  street: string | null;
  place: string;
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

/**
 * The postal address of a place in a language; `words.box` precedes the number of the box.
 * @example postalAddressOf(place, true, { box: 'bus' }, 'nl')
 * // { street: 'Prinsenstraat 18 bus 3', place: '9000 Gent' }
 */
export function postalAddressOf(place: Place, isPublic: boolean, words: { box: string }, language: Language): Address {
  const street = place.Street?.trim() ?? '';
  const number = place.HouseNumber?.trim() ?? '';
  const box = place.BoxNr?.trim() ?? '';
  return {
    street: isPublic && street ? joined(street, number, box && joined(words.box, box)) : null,
    place: placeWords(placeOf(place), language),
  };
}

/** A town as lists and titles know it. */
export interface TownOf {
  city: Localized;
  zip: string;
  countryId: number;
}

/**
 * The town of a property, with the country where it is another than Belgium or Luxembourg.
 * @example townWords({ city: { nl: 'Torrevieja' }, zip: '03181', countryId: 32 }, 'nl') // 'Torrevieja (Spanje)'
 */
export function townWords({ city, countryId }: Pick<TownOf, 'city' | 'countryId'>, language: string): string {
  const name = localized(city, language);
  const country = isAbroad(countryId) ? countryName(countryId, language) : '';
  return name && country ? `${name} (${country})` : name;
}

/** The postcode and the town of a property, with the country abroad. */
export const placeWords = (town: TownOf, language: string): string => joined(town.zip, townWords(town, language));

/** The town of a project or a property by the fields of its file. */
export const placeOf = ({ Zip, City, CountryID = BELGIUM }: Place): TownOf => ({
  zip: Zip.trim(),
  city: Object.fromEntries(Object.entries(City).map(([language, name]) => [language, cityName(name.trim())])),
  countryId: CountryID,
});

/** Small words that stay in lower case inside the name of a town. */
const PARTICLES = new Set(
  'aan an aux bij d de den der des du en et het l la le les lez op s sous sur t ten ter van'.split(' '),
);

const capitalised = (word: string) =>
  word.startsWith('ij') ? `IJ${word.slice(2)}` : word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The name of a town with correct capitals, when a feed wrote it all in capitals or all in lower case.
 * @example cityName('KAPELLE-OP-DEN-BOS') // 'Kapelle-op-den-Bos'
 * @example cityName('SINT-JOOST-TEN-NODE') // 'Sint-Joost-ten-Node'
 */
export function cityName(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name;
  let isFirst = true;
  return name.toLowerCase().replace(/(['’]?)([\p{L}\p{M}]+)/gu, (_, mark: string, word: string) => {
    // With an apostrophe before it, even the first word is in lower case: 's-Gravenvoeren.
    const isSmall = PARTICLES.has(word) && (!isFirst || mark !== '');
    isFirst = false;
    return mark + (isSmall ? word : capitalised(word));
  });
}
