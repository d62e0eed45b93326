import { type Language, type Localized, localized } from '../../i18n/languages.ts';
import { BELGIUM, countryName, isAbroad } from './country.ts';

/** A street with the number of a house and of a box that somebody wrote behind it; empty where there is none. */
export interface StreetParts {
  street: string;
  number: string;
  box: string;
}

/** What a French address begins with. */
const FRENCH = 'rue|avenue|av|chauss[ée]e|boulevard|bd|place|quai|all[ée]e|chemin|clos|dr[èe]ve|impasse|route|square';
const TOWN = /,? \d{4} \p{L}[^\d,]{0,60}$|,[^\d,]{0,60}$/u;
const NUMBER = '\\d{1,4} ?(?:[a-z](?!\\p{L}))?(?:[-/]\\d{1,4}[a-z]?)?';
const BOX = '(?:bus|bte|boîte|box) ?(\\w{1,8})';
const NUMBER_LAST = new RegExp(`^(\\S.{1,60}?),? (?:n[r°]\\.? ?)?(${NUMBER})(?:,? ${BOX})?$`, 'iu');
const NUMBER_FIRST = new RegExp(`^(\\d{1,4}[a-z]?)(?:, ?| (?=(?:${FRENCH})\\b))(\\p{L}.{1,60})$`, 'iu');

/**
 * The parts of a street in which the number of the house stands too.
 * @example splitStreet('Kerkstraat 7 bus 2, 1860 Meise') // { street: 'Kerkstraat', number: '7', box: '2' }
 * @example splitStreet('Place du 11 Novembre') // { street: 'Place du 11 Novembre', number: '', box: '' }
 */
export function splitStreet(text: string): StreetParts {
  const whole = text.trim().replace(/\s+/g, ' ');
  const [, first = '', behind = ''] = NUMBER_FIRST.exec(whole) ?? [];
  if (first) return { street: behind.replace(TOWN, ''), number: first, box: '' };
  const [, street = '', number = '', box = ''] = NUMBER_LAST.exec(whole.replace(TOWN, '')) ?? [];
  return street && /\p{L}/u.test(street)
    ? { street, number: number.trim(), box }
    : { street: whole, number: '', box: '' };
}

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

/** The parts of an address that a text may tell. */
export interface HiddenAddress {
  Street?: string | undefined;
  HouseNumber?: string | undefined;
}

/** Endings and beginnings that make a word the name of a street, in the languages of Belgium. */
const ENDINGS =
  'straat str laan weg steenweg stwg baan lei dreef plein kaai kade singel dijk pad hof gracht strasse allee gasse';
const BEGINNINGS =
  'rue avenue av chaussee boulevard bd place quai allee chemin clos dreve impasse ruelle sentier square route';
const anyOf = (words: string) => `(?:${words.replaceAll(' ', '|')})`;
const STREET = new RegExp(`${anyOf(ENDINGS)}$|^${anyOf(BEGINNINGS)}\\b`);
/** What follows the number of a house: the end, a sign, a box, a town. */
const BEHIND = /^\p{L}?\s*(?:$|[^\p{L}\p{N}\s²%€]|\d{4}\b|(?:te|in|à|zu|at|bus|bte|boîte|box|is|est)(?!\p{L})|\p{Lu})/u;
/** What other numbers count, also in capitals. */
const COUNTED =
  /^\s*(?:slaap|kamer|chambre|pi[eè]ce|bed|room|zimmer|schlaf|gevel|fa[cç]ade|m²|m2|km|min|terras|are\b|ca\b|,\d)/i;
/** The name of a street with the number of a house: "Kerkstraat 7", "rue de l'Église, 7". */
const DUTCH = new RegExp(`\\p{L}{2,30}${anyOf(ENDINGS)}\\.?,? ?(?:nr\\.? )?(\\d{1,4})`, 'giu');
const FRENCH_STREET = anyOf(`${BEGINNINGS} chaussée allée drève`);
const WORD = "\\p{L}[\\p{L}'’-]{0,30}";
const FRENCH_ADDRESS = new RegExp(`\\b${FRENCH_STREET}\\.? ${WORD}(?: ${WORD}){0,5},? (?:n° ?)?(\\d{1,4})`, 'giu');
const FRENCH_NUMBER_FIRST = /\b(\d{1,4}),? (?:rue|avenue|chaussée|boulevard|allée|impasse|drève) /giu;

/** The numbers of houses behind names of streets in a text. */
function houseNumbersIn(text: string): string[] {
  const plain = text.replaceAll('\u00a0', ' ');
  const behind = [DUTCH, FRENCH_ADDRESS].flatMap((street) =>
    [...plain.matchAll(street)].filter(({ index, 0: found }) => {
      const rest = plain.slice(index + found.length);
      return BEHIND.test(rest) && !COUNTED.test(rest);
    }),
  );
  return [...behind, ...plain.matchAll(FRENCH_NUMBER_FIRST)].map(([, number = '']) => number);
}

/** Words in lower case without accents, separated by one space. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words that are shortened, by their shortest form. */
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      st: 'sint saint sainte sankt ste',
      av: 'avenue ave',
      bd: 'boulevard bld boul bvd',
      chee: 'chaussee ch chssee',
    },
    ...{ pl: 'place', rue: 'r', burg: 'burgemeester', bourg: 'bourgmestre', dr: 'dokter docteur', prof: 'professor' },
    ...{ stwg: 'steenweg', str: 'straat', gen: 'general generaal', kan: 'kanunnik', kard: 'kardinaal' },
  }).flatMap(([short, words]) => words.split(' ').map((word) => [word, short] as const)),
);

/** The words of an address in one spelling: St.-Janstraat 12A, Sint-Jans straat nr. 12. */
function spelling(text: string): string {
  const words = wordsOf(text.replace(/(\p{L})(\d)/gu, '$1 $2')).split(' ');
  const shortened = words.map((word) => SHORT.get(word) ?? word.replace(/straat$/, 'str').replace(/steenweg$/, 'stwg'));
  return shortened
    .join(' ')
    .replace(/ (?=(?:str|stwg|laan|weg|lei|plein)(?: |$))/g, '')
    .replace(/ (?:nr|no|n|nummer|numero) (?=\d)/g, ' ')
    .replace(/\bonze lieve vrouwe?|\bo l v/g, 'olv')
    .replace(/(\d)\p{L}(?= |$)/gu, '$1');
}

/** The names of a street, which may be given in two languages. */
const namesOf = (street: string): string[] =>
  street.split(/ {1,3}[-–] {1,3}|[/()]/).filter((name) => wordsOf(name).length > 1);

/**
 * Whether a text tells this address: its street as a name that only a street has, or with its number; another street
 * with its number, because names are misspelt. A street such as "Markt" is a word of its own. In a title (`isTitle`),
 * the name of the street alone tells the address, and so does any street with a number.
 * @example namesAddress('Huis in de Kerkstraat', { Street: 'Kerkstraat', HouseNumber: '7' }) // true
 * @example namesAddress('Vlak bij de markt', { Street: 'Markt', HouseNumber: '7' }) // false
 */
export function namesAddress(text: string, { Street, HouseNumber }: HiddenAddress, isTitle = false): boolean {
  const words = ` ${spelling(text)} `;
  const parts = splitStreet(Street ?? '');
  const [number = ''] = /\d+/.exec(HouseNumber || parts.number) ?? [];
  return (
    houseNumbersIn(text).some((found) => isTitle || found === number) ||
    namesOf(parts.street).some((name) => {
      const street = spelling(name);
      const tells = words.includes(` ${street} `) && (isTitle || STREET.test(wordsOf(name)));
      const numbered = number === '' ? [] : [`${street} ${number}`, `${number} ${street}`];
      return tells || numbered.some((one) => words.includes(` ${one} `));
    })
  );
}
