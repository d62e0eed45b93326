import i18next, { type i18n } from 'i18next';
import type { LabelFile } from './current-labels.ts';
import type { LabelKey, Translate } from './label-key.ts';
import type { Language } from './languages.ts';
import { PROMISED } from './promised.ts';
import { I18NEXT_OPTIONS, i18nextResources } from './resources.server.ts';

const LOADED = Symbol.for('labels of the site');

/** The labels of all languages, by language. */
export type Labels = (language: Language) => Translate;

/**
 * The labels that were loaded. The bundle of the pages has a copy of this module of its own; both must give the labels
 * of the version that is shown.
 */
const loaded = sharedHolder();

function sharedHolder(): { labels: Labels | null } {
  const shared = globalThis as { [LOADED]?: { labels: Labels | null } };
  shared[LOADED] ??= { labels: null };
  return shared[LOADED];
}

/**
 * The labels of a language. The function is bound to that language: i18next's global one would mix the languages of
 * concurrent responses.
 * @example labelsIn('nl')('FOR_SALE') // 'Te koop'
 */
export const labelsIn: Labels = (language) => (loaded.labels ?? labelsOfAstro)(language);

/** The labels that Astro has loaded: in development and in a plain build. */
function labelsOfAstro(language: Language): Translate {
  if (kept.store !== i18next.store) kept = { store: i18next.store, labels: openTranslators(i18next) };
  return kept.labels(language);
}

let kept: { store: unknown; labels: Labels } = { store: undefined, labels: openTranslators(i18next) };

/** A page uses several hundred labels: each is looked up once per load of the labels. */
function openTranslators(instance: i18n): Labels {
  const translators = new Map<Language, Translate>();
  return (language) => {
    const known = translators.get(language) ?? translatorOf(instance, language);
    translators.set(language, known);
    return known;
  };
}

function translatorOf(instance: i18n, language: Language): Translate {
  const fixed = instance.getFixedT(language);
  const templates = new Map<string, string>();
  // i18next knows which plural form a number takes. A lookup takes 40 microseconds, so each number is looked up once.
  const templateOf = (key: LabelKey, count: string | number | undefined): string => {
    const form = count === undefined ? key : `${key} ${JSON.stringify(count)}`;
    const text =
      templates.get(form) ??
      filled(fixed(key, { ...(count !== undefined && { count }), lng: language, skipInterpolation: true }), PROMISED);
    if (templates.size < MOST_KEPT) templates.set(form, text);
    return text;
  };
  return (key, values) => {
    const template = templateOf(key, values?.count);
    if (!values) return template;
    const text = filled(template, values);
    return language === 'fr' ? contracted(text) : text;
  };
}

/**
 * French contracts "à" with the article of a town.
 * @example contracted('À vendre à Le Rœulx') // 'À vendre au Rœulx'
 */
const contracted = (text: string) =>
  text.replace(/(^|\s)à Le(s?) (?=\p{Lu})/gu, (_, before, many) => `${before}${many ? 'aux' : 'au'} `);

/** A text with those of its places filled in that have a value. */
const filled = (text: string, values: Readonly<Record<string, unknown>>) =>
  text.replace(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place));

const PLACE = /\{\s*(\w+)\s*\}/g;
const MOST_KEPT = 5000;

/** The given labels, apart from those that are loaded. */
export function openLabels(labels: Readonly<Record<Language, LabelFile>>): Labels {
  const languages = Object.keys(labels);
  const instance = i18next.createInstance();
  instance.init({
    ...I18NEXT_OPTIONS,
    resources: i18nextResources(labels),
    supportedLngs: languages,
    fallbackLng: false,
    lng: languages[0],
  });
  return openTranslators(instance);
}

/** Makes `labelsIn` give these labels. */
export function provideLabels(labels: Labels): void {
  loaded.labels = labels;
}

/** Loads labels where Astro does not: in commands, for the pages of a version and in tests. */
export const loadLabels = (labels: Readonly<Record<Language, LabelFile>>): void => provideLabels(openLabels(labels));
