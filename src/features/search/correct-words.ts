import { PHRASE_WORDS } from './phrase-words.ts';
import { plainText } from './search-index.ts';

/**
 * The number of typing slips between two words: a letter too many, missing, wrong, or two exchanged (optimal string
 * alignment). Stops counting above `most`.
 * @example slips('mechlen', 'mechelen', 2) // 1
 */
export function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

/** The shortest word in which slips are corrected, and from which length there may be two. */
const [SHORTEST, LONG] = [5, 9];

/**
 * The known word that was probably meant: one slip in words of five letters, two in words of nine. Among equally near
 * ones the heaviest is meant; null when none is near. The first letter is hardly ever wrong.
 */
function closest(word: string, known: ReadonlyMap<string, number>): string | null {
  if (word.length < SHORTEST) return null;
  const most = word.length >= LONG ? 2 : 1;
  let best: { word: string; cost: number; weight: number } | null = null;
  for (const [one, weight] of known) {
    if (one[0] !== word[0] || one.length < SHORTEST - 1 || Math.abs(one.length - word.length) > most) continue;
    const cost = slips(word, one, most);
    if (cost > most) continue;
    if (!best || cost < best.cost || (cost === best.cost && weight > best.weight)) best = { word: one, cost, weight };
  }
  return best?.word ?? null;
}

/** A word or a number of a phrase. */
export interface Token {
  /** Without accents and capitals. */
  text: string;
  /** As it was typed. */
  typed: string;
  /** Null for a word. */
  number: number | null;
}

const LONGEST = 200;
const NUMBER = String.raw`\d{1,3}(?:[ .,'\u00A0\u202F]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)|\d+`;
const TOKEN = new RegExp(String.raw`${NUMBER}|m2(?![a-z0-9])|[a-z]+\+?|[<>€]`, 'g');

/**
 * The words and numbers of a phrase. Points and blanks before three digits belong to the number.
 * @example tokensOf('Flat tot € 300.000').map(({ text }) => text) // ['flat', 'tot', '€', '300000']
 */
export function tokensOf(phrase: string): Token[] {
  const typed = phrase.slice(0, LONGEST).normalize('NFC').replaceAll('²', '2').replaceAll('ß', 'ss');
  // Letter by letter, so that places in one text are places in the other.
  const letters = [...typed].map((letter) => plainText(letter)[0] ?? ' ');
  return [...letters.join('').matchAll(TOKEN)].map(({ 0: text, index }) => {
    const number = numberOf(text);
    return {
      text: number === null ? text : String(number),
      typed: [...typed].slice(index, index + text.length).join(''),
      number,
    };
  });
}

function numberOf(text: string): number | null {
  if (!/^\d/.test(text)) return null;
  if (/^\d{1,3}(?:\D\d{3})+$/.test(text)) return Number(text.replace(/\D/g, ''));
  return Number(text.replace(',', '.'));
}

/** Single words, for typing slips; all are equally likely. */
const VOCABULARY: ReadonlyMap<string, number> = new Map(
  [...PHRASE_WORDS.keys()].flatMap((words) => words.split(' ').map((word) => [word, 0] as const)),
);
/** Ends of compound words in Dutch and German, whose last part says what it is. */
const HEADS = ['appartement', 'woning', 'wohnung', 'huis', 'haus', 'villa', 'grond', 'grundstuck', 'pand', 'kantoor'];

/**
 * The words of a phrase, compounds taken apart and typing slips read as what was probably meant.
 */
export const correctedTokens = (typed: readonly Token[], placeWords: ReadonlyMap<string, number>): Token[] =>
  typed.flatMap(parts).map((token) => correctedToken(token, placeWords));

/** The parts of a compound such as `tweeslaapkamerappartement`. */
const COMPOUND = new RegExp(
  '^(een|twee|drie|vier|vijf|zwei|drei|funf)?(slaapkamers?|schlafzimmer|zimmer)' +
    '(appartement|woning|flat|studio|huis|wohnung|haus)?$',
);

function parts(token: Token): Token[] {
  const [, ...found] = COMPOUND.exec(token.text) ?? [];
  const texts = found.filter(Boolean);
  return texts.length > 1 ? texts.map((text) => ({ ...token, text })) : [token];
}

function correctedToken(token: Token, placeWords: ReadonlyMap<string, number>): Token {
  const { text, number } = token;
  if (number !== null || VOCABULARY.has(text) || placeWords.has(text)) return token;
  const inVocabulary = closest(text, VOCABULARY);
  const inPlaces = closest(text, placeWords);
  const head = HEADS.find((one) => text.length > one.length + 2 && text.endsWith(one));
  if (head && inPlaces === null) return { ...token, text: head === 'pand' ? 'handelspand' : head };
  const meant = inPlaces ?? inVocabulary;
  return meant === null ? token : { ...token, text: meant };
}
