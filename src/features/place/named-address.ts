import { splitStreet } from './street.ts';

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
const FRENCH = new RegExp(`\\b${FRENCH_STREET}\\.? ${WORD}(?: ${WORD}){0,5},? (?:n° ?)?(\\d{1,4})`, 'giu');
const NUMBER_FIRST = /\b(\d{1,4}),? (?:rue|avenue|chaussée|boulevard|allée|impasse|drève) /giu;

/** The numbers of houses behind names of streets in a text. */
function houseNumbersIn(text: string): string[] {
  const plain = text.replaceAll('\u00a0', ' ');
  const behind = [DUTCH, FRENCH].flatMap((street) =>
    [...plain.matchAll(street)].filter(({ index, 0: found }) => {
      const rest = plain.slice(index + found.length);
      return BEHIND.test(rest) && !COUNTED.test(rest);
    }),
  );
  return [...behind, ...plain.matchAll(NUMBER_FIRST)].map(([, number = '']) => number);
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
