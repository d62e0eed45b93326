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
const BEHIND = /^\p{L}?\s*(?:$|[^\p{L}\p{N}\s²%€]|\d{4}\b|(?:te|in|à|zu|at|bus|bte|boîte|box|is|est)\b|\p{Lu})/u;
/** What other numbers count, also in capitals. */
const COUNTED =
  /^\s*(?:slaap|kamer|chambre|pi[eè]ce|bed|room|zimmer|schlaf|gevel|fa[cç]ade|m²|m2|km|min|terras|are\b|ca\b|,\d)/i;
/** The name of a street with the number of a house: "Kerkstraat 7", "rue de l'Église, 7". */
const DUTCH = new RegExp(`\\p{L}{2,30}${anyOf(ENDINGS)}\\.?,? (?:nr\\.? )?(\\d{1,4})`, 'giu');
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

/** A street in full and as it is shortened: Kerkstraat, Kerkstr. */
function spellingsOf(street: string): string[] {
  const full = wordsOf(street);
  const short = full
    .replace(/steenweg$/, 'stwg')
    .replace(/straat$/, 'str')
    .replace(/^avenue /, 'av ')
    .replace(/^boulevard /, 'bd ')
    .replace(/^chaussee /, 'ch ');
  return [...new Set([full, short])].filter((words) => words.length > 1);
}

/**
 * Whether a text tells this address: its street as a name that only a street has, or with its number; another street
 * with its number, because names are misspelt. A street such as "Markt" is a word of its own. In a title (`isTitle`),
 * the name of the street alone tells the address, and so does any street with a number.
 * @example namesAddress('Huis in de Kerkstraat', { Street: 'Kerkstraat', HouseNumber: '7' }) // true
 * @example namesAddress('Vlak bij de markt', { Street: 'Markt', HouseNumber: '7' }) // false
 */
export function namesAddress(text: string, { Street, HouseNumber }: HiddenAddress, isTitle = false): boolean {
  const words = ` ${wordsOf(text)} `;
  const number = wordsOf(HouseNumber ?? '').split(' ')[0] ?? '';
  return (
    houseNumbersIn(text).some((found) => isTitle || found === number) ||
    spellingsOf(Street ?? '').some((street) => {
      const tells = words.includes(` ${street} `) && (isTitle || STREET.test(street));
      const numbered = number === '' ? [] : [`${street} ${number}`, `${number} ${street}`];
      return tells || numbered.some((one) => words.includes(` ${one} `));
    })
  );
}
