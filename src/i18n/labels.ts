import i18next from 'i18next';
import type { LabelFile } from './current-labels.ts';
import type { LabelKey, Translate } from './label-key.ts';
import type { Language } from './languages.ts';
import { I18NEXT_OPTIONS, i18nextResources } from './resources.ts';

/**
 * The labels of a language. The function is bound to that language: i18next's global one would mix the languages of
 * concurrent responses.
 * @example labelsIn('nl')('FOR_SALE') // 'Te koop'
 */
export function labelsIn(language: Language): Translate {
  // A page uses several hundred labels: each is looked up once per load of the labels.
  if (kept.store !== i18next.store) kept = { store: i18next.store, translators: new Map() };
  const known = kept.translators.get(language) ?? translatorOf(language);
  kept.translators.set(language, known);
  return known;
}

let kept: { store: unknown; translators: Map<Language, Translate> } = { store: undefined, translators: new Map() };

function translatorOf(language: Language): Translate {
  const fixed = i18next.getFixedT(language);
  const templates = new Map<string, string>();
  // i18next knows which plural form a number takes. A lookup takes 40 microseconds, so each number is looked up once.
  const templateOf = (key: LabelKey, count: string | number | undefined): string => {
    const form = count === undefined ? key : `${key} ${JSON.stringify(count)}`;
    const text =
      templates.get(form) ??
      fixed(key, { ...(count !== undefined && { count }), lng: language, skipInterpolation: true });
    if (templates.size < MOST_KEPT) templates.set(form, text);
    return text;
  };
  return (key, values) => {
    const template = templateOf(key, values?.count);
    if (!values) return template;
    const text = template.replace(PLACE, (place, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : place,
    );
    return language === 'fr' ? contracted(text) : text;
  };
}

/**
 * French contracts "à" with the article of a town.
 * @example contracted('À vendre à Le Rœulx') // 'À vendre au Rœulx'
 */
const contracted = (text: string) =>
  text.replace(/(^|\s)à Le(s?) (?=\p{Lu})/gu, (_, before, many) => `${before}${many ? 'aux' : 'au'} `);

const PLACE = /\{\s*(\w+)\s*\}/g;
const MOST_KEPT = 5000;

/** Loads labels where Astro does not: in commands, in the server process and in tests. */
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
