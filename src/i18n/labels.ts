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
  const plain = new Map<LabelKey, string>();
  return (key, values) => {
    const translate = () => i18next.getFixedT(language)(key, { ...values, lng: language });
    if (values) return translate();
    const text = plain.get(key) ?? translate();
    plain.set(key, text);
    return text;
  };
}

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
