import i18next from 'i18next';
import type dutch from '../../content/labels/nl.json';
import type { Language } from './languages.ts';
import { I18NEXT_OPTIONS, i18nextResources, type LabelFile } from './resources.ts';

type Keys = keyof typeof dutch;
type PluralKey = Keys extends infer K ? (K extends `${infer Stem}_OTHER` ? Stem : never) : never;

/** A key of the label files; one with `_ONE` and `_OTHER` is asked for without its ending and with `count`. */
export type LabelKey = Keys | PluralKey;

/** Gives the text of a label in one language, with the places `{name}` filled in. */
export type Translate = (key: LabelKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * The labels of a language. Fixed to that language: the global one of i18next would mix the answers of visitors.
 * @example labelsIn('nl')('FOR_SALE') // 'Te koop'
 */
export function labelsIn(language: Language): Translate {
  // A page asks for some hundred labels, most of them plain words: looked up once per loading of the labels.
  if (kept.store !== i18next.store) kept = { store: i18next.store, translators: new Map() };
  const known = kept.translators.get(language) ?? translatorOf(language);
  kept.translators.set(language, known);
  return known;
}

let kept: { store: unknown; translators: Map<Language, Translate> } = { store: undefined, translators: new Map() };

function translatorOf(language: Language): Translate {
  const known = new Map<string, string>();
  return (key, values) => {
    const asked = values ? `${key} ${JSON.stringify(values)}` : key;
    const text = known.get(asked) ?? i18next.getFixedT(language)(key, { ...values, lng: language });
    // Numbers of rooms come again and again, numbers of homes hardly ever.
    if (known.size < MOST_KEPT) known.set(asked, text);
    return text;
  };
}

const MOST_KEPT = 5000;

/** Loads labels where Astro does not do it: in commands, in the server process and in tests. */
export function loadLabels(labels: Readonly<Record<Language, LabelFile>>): void {
  const languages = Object.keys(labels);
  i18next.init({
    ...I18NEXT_OPTIONS,
    resources: i18nextResources(labels),
    supportedLngs: languages,
    fallbackLng: false,
    lng: languages[0],
  });
}
