/** Small words that occur in one of the four languages only. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  nl: ['het', 'een', 'niet', 'voor', 'wordt', 'deze', 'naar', 'maar', 'geen', 'hebt', 'werd', 'onder'],
  fr: ['une', 'est', 'pour', 'avec', 'dans', 'vous', 'nous', 'votre', 'notre', 'sont', 'cette', 'aux'],
  en: ['the', 'and', 'with', 'your', 'our', 'this', 'you', 'from', 'have', 'which'],
  de: ['und', 'nicht', 'eine', 'auf', 'wir', 'ist', 'sind', 'für', 'mit', 'oder', 'einen'],
};

/** The words of a text that belong to another language than its own. Capitals are names and are left out. */
export function foreignWords(text: string, language: string): string[] {
  const foreign = new Set(
    Object.entries(STOP_WORDS)
      .filter(([code]) => code !== language)
      .flatMap(([, words]) => words),
  );
  return text.split(/[^\p{L}’'-]+/u).filter((word) => foreign.has(word));
}

/** Where a French text has no space, or a plain one, at punctuation that wants a non-breaking one. */
export function carelessFrench(text: string): string[] {
  const spaces = /.{0,12}(?:[^\s\u00a0\u202f][!?;»]|[\p{L}})]:(?=\s|$)| [:;!?»]|«[^\u00a0\u202f])/gu;
  return [...text.matchAll(spaces)].map(([found]) => found).filter((found) => !/https?:|[!?][!?]$/.test(found));
}
