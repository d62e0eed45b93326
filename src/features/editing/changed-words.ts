/** A piece of a text that was changed: the same as before, new, or gone. */
export interface TextPiece {
  kind: 'same' | 'new' | 'gone';
  text: string;
}

/** Comparing takes time with the product of the numbers of words. */
const MOST_PRODUCT = 250_000;
const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

/** What changed from one text to the next, in words; in long texts with many changes it is one piece. */
export function changedWords(before: string, now: string): TextPiece[] {
  const [old, next] = [wordsOf(before), wordsOf(now)];
  let start = 0;
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start += 1;
  let end = 0;
  const rest = Math.min(old.length, next.length) - start;
  while (end < rest && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  const pieces: TextPiece[] = [
    { kind: 'same', text: old.slice(0, start).join('') },
    ...between(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    { kind: 'same', text: end > 0 ? old.slice(-end).join('') : '' },
  ];
  return joined(pieces);
}

function between(old: readonly string[], next: readonly string[]): TextPiece[] {
  if (old.length * next.length > MOST_PRODUCT)
    return [
      { kind: 'gone', text: old.join('') },
      { kind: 'new', text: next.join('') },
    ];
  // lengths[a][b]: words in common of what follows a in the old text and b in the new one.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = next.length - 1; b >= 0; b -= 1)
      lengths[a]![b] =
        old[a] === next[b] ? lengths[a + 1]![b + 1]! + 1 : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
  const pieces: TextPiece[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < next.length) {
    if (a < old.length && b < next.length && old[a] === next[b]) {
      pieces.push({ kind: 'same', text: old[a]! });
      a += 1;
      b += 1;
    } else if (b >= next.length || (a < old.length && lengths[a + 1]![b]! >= lengths[a]![b + 1]!)) {
      pieces.push({ kind: 'gone', text: old[a]! });
      a += 1;
    } else {
      pieces.push({ kind: 'new', text: next[b]! });
      b += 1;
    }
  }
  return pieces;
}

function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const found: TextPiece[] = [];
  for (const { kind, text } of pieces) {
    const last = found.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else found.push({ kind, text });
  }
  return found;
}
