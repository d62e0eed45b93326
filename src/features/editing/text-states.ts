import type { TextPlace } from '../../content/fields/text-places.ts';
import type { Language } from '../../i18n/languages.ts';

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
