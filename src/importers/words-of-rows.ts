import type { ImportSettings } from '../features/import/settings.ts';
import { COUNTRIES, countryIn } from '../features/place/country.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { recordOf } from '../platform/values/values.ts';
import { isEmpty } from './source-values.ts';

/** Words of what is no longer offered. */
const SOLD_WORDS = 'verkocht, vendu, sold, verkauft';
const RENTED_WORDS = 'verhuurd, loué, rented, vermietet';
/** Words that offices write for a state, by its status code. */
export const STATE_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1:
      'actief, beschikbaar, te koop, te huur, online, in optie, optie, onder optie, actif, disponible, à vendre, ' +
      'à louer, sous option, option, active, available, for sale, for rent, under option, aktiv, verfügbar, reserviert',
    2: SOLD_WORDS,
    4: RENTED_WORDS,
    5:
      'ingetrokken, offline, archief, inactief, uit verkoop, retiré, inactif, hors ligne, archivé, withdrawn, ' +
      'inactive, archived, zurückgezogen, inaktiv',
  }).flatMap(([status, words]) => words.split(', ').map((word) => [word, Number(status)] as const)),
);

const [SOLD, RENTED] = [
  { goal: 0, status: 2 },
  { goal: 1, status: 4 },
];
/** What offices write where it is no longer offered: what it was offered for, and its state. */
export const GONE_WORDS: ReadonlyMap<string, { goal: number; status: number }> = new Map([
  ...SOLD_WORDS.split(', ').map((word) => [word, SOLD] as const),
  ...RENTED_WORDS.split(', ').map((word) => [word, RENTED] as const),
]);

/** Words for types, as the numbers of property-types.json. */
const TYPE_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ huis: 1, woning: 1, eengezinswoning: 1, villa: 1, bungalow: 1, hoeve: 1, maison: 1, house: 1, haus: 1 },
    ...{ appartement: 2, flat: 2, studio: 2, duplex: 2, penthouse: 2, apartment: 2, wohnung: 2, loft: 2 },
    ...{ handelspand: 3, winkel: 3, commerce: 3, shop: 3, magasin: 3, geschäft: 3 },
    ...{ grond: 4, bouwgrond: 4, terrain: 4, land: 4, plot: 4, grundstück: 4 },
    ...{ gebouw: 5, opbrengsteigendom: 5, immeuble: 5, building: 5, gebäude: 5 },
    ...{ kantoor: 6, bureau: 6, office: 6, büro: 6 },
    ...{ garage: 7, parking: 7, staanplaats: 7, box: 7 },
  }),
);

/** Whether a text is a word for a type of property. */
export const isTypeWord = (text: string): boolean => TYPE_WORDS.has(text.trim().toLowerCase());

/** The types that an export names by their numbers or in words, as the numbers of property-types.json. */
export function typesOf(facts: Record<string, unknown>, { types }: ImportSettings): string {
  const own = new Map(Object.entries(types).map(([word, type]) => [word.toLowerCase(), type]));
  const all = String(facts.WebIDs ?? facts.WebID ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^0{0,9}(\d{1,6})(?:[.,]0{1,9})?$/, '$1'))
    .filter((one) => one !== '' && one !== '0')
    .map((one) => String(own.get(one.toLowerCase()) ?? TYPE_WORDS.get(one.toLowerCase()) ?? one));
  return [...new Set(all)].join(',');
}

/** The country that an export names by its number, its letters or its name; undefined when it names none. */
export function countryOfRows(id: unknown, names: unknown): number | { unknown: Remark } | undefined {
  const words = [id, ...Object.values(recordOf(names))].filter((one) => !isEmpty(one));
  const [word] = words;
  if (word === undefined) return undefined;
  const country = words
    .map((one) => (Object.hasOwn(COUNTRIES, Number(one)) ? Number(one) : countryIn(String(one))))
    .find((one) => one !== null);
  return country ?? { unknown: remark('REMARK_COUNTRY_UNKNOWN', { country: String(word).slice(0, 40) }) };
}
