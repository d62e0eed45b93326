import type { Language } from '../../i18n/languages.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import { cityName } from './city-name.ts';

/** The location of a property or project, as feeds write it. */
export interface Place {
  Street?: string | undefined;
  HouseNumber?: string | undefined;
  BoxNr?: string | undefined;
  Zip: string;
  City: Localized;
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
 * // { street: 'Prinsenstraat 18 bus 3', place: '1850 Grimbergen' }
 */
export function postalAddressOf(place: Place, isPublic: boolean, words: { box: string }, language: Language): Address {
  const street = place.Street?.trim() ?? '';
  const number = place.HouseNumber?.trim() ?? '';
  const box = place.BoxNr?.trim() ?? '';
  return {
    street: isPublic && street ? joined(street, number, box && joined(words.box, box)) : null,
    place: joined(place.Zip.trim(), cityName(localized(place.City, language).trim())),
  };
}
