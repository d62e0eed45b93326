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
 * Whether a text tells this address: its street as a name that only a street has, or with its number. A street such as
 * "Markt" is a word of its own; in a title (`isTitle`) it tells the address all the same. Without a street, a word that
 * is the name of a street with a number behind it tells one.
 * @example namesAddress('Huis in de Kerkstraat', { Street: 'Kerkstraat', HouseNumber: '7' }) // true
 * @example namesAddress('Vlak bij de markt', { Street: 'Markt', HouseNumber: '7' }) // false
 */
export function namesAddress(text: string, { Street, HouseNumber }: HiddenAddress, isTitle = false): boolean {
  const words = ` ${wordsOf(text)} `;
  const number = wordsOf(HouseNumber ?? '').split(' ')[0] ?? '';
  const streets = spellingsOf(Street ?? '');
  if (streets.length === 0)
    return [...words.matchAll(/(?<= )(\p{L}+) (\d+)\p{L}?(?= )/gu)].some(
      ([, word = '', found]) => STREET.test(word) && (isTitle || (number !== '' && found === number)),
    );
  return streets.some((street) => {
    const tells = words.includes(` ${street} `) && (isTitle || STREET.test(street));
    return (
      tells ||
      (number !== '' && [`${street} ${number}`, `${number} ${street}`].some((one) => words.includes(` ${one} `)))
    );
  });
}
