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
export function closest(word: string, known: ReadonlyMap<string, number>): string | null {
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
