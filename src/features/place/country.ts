import { LABEL_LANGUAGES, type Localized } from '../../i18n/languages.ts';
import type { MapPoint } from './point.ts';

/** A country in which properties can lie. */
export interface Country {
  /** ISO 3166-1, two letters. */
  code: string;
  /** The smallest and largest latitude and longitude of its parts where people live; left out = not known. */
  bounds?: readonly [south: number, west: number, north: number, east: number];
  /** What its postcodes look like; left out = not known. */
  zip?: RegExp;
}

/** The number of Belgium in `CountryID`. */
export const BELGIUM = 10;
/** The number of Luxembourg in `CountryID`. */
export const LUXEMBOURG = 50;

const FOUR = /^(?:[A-Z]{1,2}-?)?\d{4}$/i;
const FIVE = /^(?:[A-Z]{1,2}-?)?\d{5}$/i;
const THREE_AND_TWO = /^\d{3} ?\d{2}$/;

/** The countries by `CountryID`, which is the number that Omnicasa gives them (its GetCountryList). */
export const COUNTRIES: Readonly<Record<number, Country>> = {
  1: { code: 'AT', bounds: [46.3, 9.5, 49.1, 17.2], zip: FOUR },
  2: { code: 'ZA', bounds: [-35, 16, -22, 33], zip: /^\d{4}$/ },
  3: { code: 'AL', bounds: [39.6, 19.2, 42.7, 21.1], zip: /^\d{4}$/ },
  6: { code: 'AE', bounds: [22.6, 51.5, 26.1, 56.5] },
  [BELGIUM]: { code: 'BE', bounds: [49.4, 2.5, 51.6, 6.5], zip: FOUR },
  12: { code: 'BG', bounds: [41.2, 22.3, 44.3, 28.7], zip: /^\d{4}$/ },
  14: { code: 'BA', bounds: [42.5, 15.7, 45.3, 19.7], zip: /^\d{5}$/ },
  17: { code: 'CA', bounds: [41.6, -141, 84, -52], zip: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i },
  18: { code: 'CH', bounds: [45.8, 5.9, 47.9, 10.5], zip: FOUR },
  22: { code: 'CV', bounds: [14.7, -25.4, 17.3, -22.6], zip: /^\d{4}$/ },
  24: { code: 'CY', bounds: [34.5, 32.2, 35.8, 34.7], zip: /^\d{4,5}$/ },
  25: { code: 'CZ', bounds: [48.5, 12, 51.1, 18.9], zip: THREE_AND_TWO },
  26: { code: 'DE', bounds: [47.2, 5.8, 55.1, 15.1], zip: FIVE },
  27: { code: 'DK', bounds: [54.5, 8, 57.8, 15.3], zip: FOUR },
  28: { code: 'DO', bounds: [17.4, -72.1, 20, -68.2], zip: /^\d{5}$/ },
  29: { code: 'EE', bounds: [57.5, 21.7, 59.8, 28.3], zip: /^\d{5}$/ },
  30: { code: 'EG', bounds: [22, 24.6, 31.8, 37], zip: /^\d{5,7}$/ },
  31: { code: 'IE', bounds: [51.3, -10.7, 55.5, -5.9], zip: /^[A-Z][\dW]{2} ?[A-Z\d]{0,4}$/i },
  32: { code: 'ES', bounds: [27.5, -18.3, 43.9, 4.5], zip: FIVE },
  33: { code: 'FR', bounds: [41.2, -5.3, 51.2, 9.7], zip: FIVE },
  34: { code: 'FI', bounds: [59.6, 19, 70.2, 31.7], zip: FIVE },
  35: { code: 'LI', bounds: [47, 9.4, 47.3, 9.7], zip: /^94\d{2}$/ },
  36: { code: 'GB', bounds: [49.8, -8.7, 61, 1.9], zip: /^[A-Z]{1,2}\d[A-Z\d]? ?(?:\d[A-Z]{2})?$/i },
  38: { code: 'GR', bounds: [34.7, 19.3, 41.8, 29.7], zip: THREE_AND_TWO },
  39: { code: 'HU', bounds: [45.7, 16.1, 48.6, 22.9], zip: FOUR },
  41: { code: 'HR', bounds: [42.3, 13.4, 46.6, 19.5], zip: FIVE },
  42: { code: 'IT', bounds: [35.4, 6.6, 47.1, 18.6], zip: FIVE },
  [LUXEMBOURG]: { code: 'LU', bounds: [49.4, 5.7, 50.2, 6.6], zip: FOUR },
  52: { code: 'LT', bounds: [53.8, 20.9, 56.5, 26.9], zip: FIVE },
  53: { code: 'LV', bounds: [55.6, 20.9, 58.1, 28.3], zip: FOUR },
  54: { code: 'MK', bounds: [40.8, 20.4, 42.4, 23.1], zip: /^\d{4}$/ },
  55: { code: 'MA', bounds: [27.6, -13.2, 36, -1], zip: /^\d{5}$/ },
  56: { code: 'MC', bounds: [43.7, 7.4, 43.8, 7.5], zip: /^980\d{2}$/ },
  59: { code: 'ME', bounds: [41.8, 18.4, 43.6, 20.4], zip: /^8\d{4}$/ },
  60: { code: 'MT', bounds: [35.7, 14.1, 36.1, 14.6], zip: /^[A-Z]{3} ?\d{2,4}$/i },
  61: { code: 'MX', bounds: [14.5, -118.5, 32.8, -86.6], zip: /^\d{5}$/ },
  62: { code: 'NO', bounds: [57.9, 4.5, 71.3, 31.2], zip: FOUR },
  63: { code: 'NL', bounds: [50.7, 3.3, 53.6, 7.3], zip: /^(?:NL-?)?\d{4} ?(?:[A-Z]{2})?$/i },
  65: { code: 'PT', bounds: [32.3, -31.4, 42.2, -6.1], zip: /^\d{4}(?:-\d{3})?$/ },
  67: { code: 'PL', bounds: [49, 14.1, 54.9, 24.2], zip: /^\d{2}-?\d{3}$/ },
  68: { code: 'RO', bounds: [43.6, 20.2, 48.3, 29.8], zip: /^\d{6}$/ },
  70: { code: 'SE', bounds: [55.3, 10.9, 69.1, 24.2], zip: THREE_AND_TWO },
  71: { code: 'RS', bounds: [42.2, 18.8, 46.2, 23.1], zip: /^\d{5}$/ },
  72: { code: 'SI', bounds: [45.4, 13.3, 46.9, 16.7], zip: FOUR },
  73: { code: 'SK', bounds: [47.7, 16.8, 49.7, 22.6], zip: THREE_AND_TWO },
  74: { code: 'SN', bounds: [12.3, -17.6, 16.7, -11.3], zip: /^\d{5}$/ },
  77: { code: 'TH', bounds: [5.6, 97.3, 20.5, 105.7], zip: /^\d{5}$/ },
  78: { code: 'TR', bounds: [35.8, 25.6, 42.2, 44.9], zip: /^\d{5}$/ },
  79: { code: 'TN', bounds: [30.2, 7.5, 37.6, 11.7], zip: /^\d{4}$/ },
  83: { code: 'US', bounds: [18.9, -172, 71.5, -66.9], zip: /^\d{5}(?:-\d{4})?$/ },
};

/** Languages in which feeds name countries. */
const LANGUAGES = [...LABEL_LANGUAGES, 'es', 'it', 'pt'];
/** Other names of countries, in lower case. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ uk: 'GB', vk: 'GB', engeland: 'GB', england: 'GB', angleterre: 'GB', schotland: 'GB', scotland: 'GB' },
    ...{ 'groot-brittannië': 'GB', 'great britain': 'GB', 'grande-bretagne': 'GB', großbritannien: 'GB', wales: 'GB' },
    ...{ holland: 'NL', hollande: 'NL', 'the netherlands': 'NL', usa: 'US', 'vereinigte staaten': 'US', dubai: 'AE' },
    ...{ turkey: 'TR', türkei: 'TR', turquie: 'TR', tsjechië: 'CZ', 'czech republic': 'CZ', emiraten: 'AE' },
    ...{ esp: 'ES', fra: 'FR', nld: 'NL', deu: 'DE', prt: 'PT', ita: 'IT', bel: 'BE', lux: 'LU', gbr: 'GB', che: 'CH' },
  }),
);
const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  names.set(language, known);
  return known;
}

/** The two letters of a country by its `CountryID`; empty for a number that is none. */
export const countryCode = (id: number): string => COUNTRIES[id]?.code ?? '';

/**
 * The name of a country in a language; empty for a number that is none.
 * @example countryName(32, 'nl') // 'Spanje'
 */
export const countryName = (id: number, language: string): string =>
  COUNTRIES[id] ? (namesIn(language).of(COUNTRIES[id].code) ?? '') : '';

/** The names of a country in the languages of the labels. */
export const countryNames = (id: number): Localized =>
  Object.fromEntries(LABEL_LANGUAGES.map((language) => [language, countryName(id, language)]));

/** Whether a property lies in another country than those whose towns, taxes and certificates the site knows. */
export const isAbroad = (id: number): boolean => id !== BELGIUM && id !== LUXEMBOURG;

/**
 * The `CountryID` of a country by its two letters or its name in the languages of feeds; null when it is none.
 * @example countryIn('Espagne') // 32
 */
export function countryIn(text: string): number | null {
  // "Spanje (Málaga)", "Spanje / Espagne" and "Spanje." are Spain.
  const bare = text
    .replace(/[(/].*$/s, '')
    .replaceAll('.', '')
    .trim();
  const wanted = ALIASES.get(bare.toLowerCase()) ?? bare;
  if (wanted === '') return null;
  const ids = Object.keys(COUNTRIES).map(Number);
  const isNamed = (id: number) =>
    LANGUAGES.some((language) => countryName(id, language).localeCompare(wanted, 'nl', { sensitivity: 'base' }) === 0);
  return ids.find((id) => COUNTRIES[id]?.code === wanted.toUpperCase()) ?? ids.find(isNamed) ?? null;
}

/** Whether a point can lie in a country. */
export function liesIn(id: number, { latitude, longitude }: MapPoint): boolean {
  const [south, west, north, east] = COUNTRIES[id]?.bounds ?? [-90, -180, 90, 180];
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Whether a text can be a postcode of a country; an empty text can. */
export const isZipOf = (id: number, zip: string): boolean => zip === '' || (COUNTRIES[id]?.zip?.test(zip) ?? true);
