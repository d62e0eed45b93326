import { closest, distance } from 'fastest-levenshtein';

/**
 * The choice that a misspelt word was probably meant to be; undefined when none is similar.
 * @example nearest('Prise', ['Price', 'Zip']) // 'Price'
 */
export function nearest(word: unknown, choices: readonly unknown[]): string | undefined {
  if (typeof word !== 'string' || word === '' || choices.length === 0) return undefined;
  const names = choices.map(String);
  const same = names.find((name) => name.toLowerCase() === word.toLowerCase());
  if (same) return same === word ? undefined : same;
  const near = closest(
    word.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  return distance(word.toLowerCase(), near) <= Math.max(1, Math.floor(word.length / 3))
    ? names.find((name) => name.toLowerCase() === near)
    : undefined;
}
