import { closest } from './closest.ts';
import type { Token } from './phrase-tokens.ts';
import { PHRASE_WORDS } from './phrase-words.ts';

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
