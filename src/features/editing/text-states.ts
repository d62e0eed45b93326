import type { TextPlace } from '../../content/fields/text-places.ts';
import type { Language } from '../../i18n/languages.ts';
import { itemAt } from '../../platform/values/values.ts';

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
  const common = (a: number, b: number) => lengths[a]?.[b] ?? 0;
  for (let a = old.length - 1; a >= 0; a -= 1) {
    const row = itemAt(lengths, a);
    for (let b = next.length - 1; b >= 0; b -= 1)
      row[b] = old[a] === next[b] ? common(a + 1, b + 1) + 1 : Math.max(common(a + 1, b), common(a, b + 1));
  }
  const pieces: TextPiece[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < next.length) {
    const gone = old[a];
    const added = next[b];
    if (gone !== undefined && gone === added) {
      pieces.push({ kind: 'same', text: gone });
      a += 1;
      b += 1;
    } else if (gone !== undefined && (added === undefined || common(a + 1, b) >= common(a, b + 1))) {
      pieces.push({ kind: 'gone', text: gone });
      a += 1;
    } else if (added !== undefined) {
      pieces.push({ kind: 'new', text: added });
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

/** Texts of a version of a file. */
export type VersionTexts = readonly Pick<TextPlace, 'id' | 'texts'>[];

/**
 * Per text and target language, the texts of the other languages as they were when the target last changed, where they
 * are different now.
 */
export type Stale = ReadonlyMap<string, Readonly<Record<Language, Readonly<Record<Language, string>>>>>;

type Seen = Map<
  string,
  { now: Readonly<Record<Language, string>>; earlier: Record<Language, Record<Language, string>> }
>;

/** What has changed since a translation was made, from the texts of all versions, the oldest one first. */
export function staleTexts(versions: readonly VersionTexts[]): Stale {
  const seen: Seen = new Map();
  for (const version of versions)
    for (const { id, texts } of version) {
      const known = seen.get(id) ?? { now: {}, earlier: {} };
      for (const [language, text] of Object.entries(texts))
        if (known.now[language] !== text) known.earlier[language] = { ...texts };
      seen.set(id, { now: texts, earlier: known.earlier });
    }
  const last = new Set(versions.at(-1)?.map(({ id }) => id));
  return new Map(
    [...seen].flatMap(([id, { now, earlier }]) => (last.has(id) ? [[id, differing(now, earlier)] as const] : [])),
  );
}

function differing(
  now: Readonly<Record<Language, string>>,
  earlier: Readonly<Record<Language, Record<Language, string>>>,
): Record<Language, Record<Language, string>> {
  const found: Record<Language, Record<Language, string>> = {};
  for (const target of Object.keys(now))
    for (const source of Object.keys(now)) {
      const before = earlier[target]?.[source];
      // A source that was empty is new rather than changed: there was nothing to translate from.
      if (source !== target && before !== undefined && before !== now[source])
        found[target] = { ...found[target], [source]: before };
    }
  return found;
}

/** What a translation is: `fresh` also without history. */
export const TEXT_STATES = ['missing', 'stale', 'right', 'fresh'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/**
 * The state of a text in a target language; null when the source language has no text. `isRight` = somebody said that
 * the translation is still right for this source.
 */
export function textState(
  { id, texts }: Pick<TextPlace, 'id' | 'texts'>,
  { source, target }: { source: Language; target: Language },
  stale: Stale,
  isRight: boolean,
): { state: TextState; before: string | null } | null {
  if (!texts[source]) return null;
  if (!texts[target]) return { state: 'missing', before: null };
  const before = stale.get(id)?.[target]?.[source] ?? null;
  return { state: before === null ? 'fresh' : isRight ? 'right' : 'stale', before };
}
