import type { LabelKey } from '../../i18n/label-key.ts';
import type { Language } from '../../i18n/languages.ts';
import { isRecord, recordOf } from '../../platform/values/values.ts';
import { nodeFor } from './field-text.ts';
import type { FormNode, FormText } from './form-node.ts';
import { type Place, pointerOf } from './pointer.ts';

/** A text per language in a content file. */
export interface TextPlace {
  /** What identifies it from one version of the file to the next: a pointer with the keys of list items. */
  id: string;
  place: Place;
  as: FormText['as'];
  /** Labels of the fields on the way to it; a number is a position in a list, a text the key of a row. */
  trail: readonly (LabelKey | number | { key: string })[];
  /** The texts by language in lower case; empty ones are left out. */
  texts: Readonly<Record<Language, string>>;
}

/** Fields by which the items of a list are the same item, the first one that all items have. */
const KEYS = ['id', 'ID', 'Url', 'url', 'File', 'file', 'src', 'key', 'name'];
/** Texts per language that are parts of addresses, or numbers of certificates. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  'path',
  'paths',
  'slug',
  'EPCNumber',
  'InsulationClass',
  'AsbestosCode',
]);
/** The text of an item where a whole list is one field of the form. */
const TEXT_OF_ITEM: Readonly<Record<string, { name: string; label: LabelKey }>> = {
  pictures: { name: 'Name', label: 'FIELD_ALT' },
  documents: { name: 'Title', label: 'FIELD_TITLE' },
};

interface Step {
  place: Place;
  id: string;
  trail: TextPlace['trail'];
}

/** Every text per language of a content file, in the order of its form. */
export const textPlaces = (form: FormNode, data: unknown): TextPlace[] =>
  placesIn(form, data, { place: [], id: '', trail: [] });

function placesIn(given: FormNode, value: unknown, step: Step): TextPlace[] {
  const node = nodeFor(given, value);
  if (value === undefined || value === null || NO_TEXTS.has(String(step.place.at(-1)))) return [];
  if (node.type === 'text') return isRecord(value) ? [textOf(node, value, step)] : [];
  if (node.type === 'leaf') return itemTexts(node.kind, value, step);
  if (node.type === 'list')
    return itemsOf(value).flatMap(({ item, at, key }) =>
      placesIn(node.item, item, { ...below(step, at, key), trail: [...step.trail, at + 1] }),
    );
  if (!isRecord(value)) return [];
  if (node.type === 'table')
    return Object.entries(value).flatMap(([key, inner]) =>
      placesIn(node.item, inner, { ...below(step, key), trail: [...step.trail, { key }] }),
    );
  return [...node.fields].flatMap(([name, field]) =>
    Object.hasOwn(value, name)
      ? placesIn(field, value[name], { ...below(step, name), trail: [...step.trail, field.label] })
      : [],
  );
}

/** Texts of photographs and documents, which are one field of the form. */
function itemTexts(kind: string, value: unknown, step: Step): TextPlace[] {
  const of = TEXT_OF_ITEM[kind];
  if (!of) return [];
  return itemsOf(value).flatMap(({ item, at, key }) => {
    const text = isRecord(item) ? item[of.name] : undefined;
    if (!isRecord(text)) return [];
    const inner = below(below(step, at, key), of.name);
    const node = { type: 'text', as: 'line', label: of.label, isOptional: true } as const;
    return [textOf(node, text, { ...inner, trail: [...step.trail, at + 1] })];
  });
}

function textOf({ as }: FormText, value: Readonly<Record<string, unknown>>, { id, place, trail }: Step): TextPlace {
  const texts: Record<Language, string> = {};
  for (const [code, text] of Object.entries(value)) {
    const language = code.toLowerCase();
    // The lower-case code wins, as on the pages of the site.
    if (
      /^[a-z]{2}$/.test(language) &&
      typeof text === 'string' &&
      text !== '' &&
      !(code !== language && texts[language])
    )
      texts[language] = text;
  }
  return { id, place, as, trail, texts };
}

const below = ({ place, id, trail }: Step, part: string | number, key: string | null = null): Step => ({
  place: [...place, part],
  id: id + pointerOf([key === null ? part : `=${key}`]),
  trail,
});

function itemsOf(value: unknown): { item: unknown; at: number; key: string | null }[] {
  if (!Array.isArray(value)) return [];
  const name = KEYS.find((one) => {
    const keys = value.map((item) => (isRecord(item) ? item[one] : undefined));
    return keys.every((key) => ['string', 'number'].includes(typeof key)) && new Set(keys).size === keys.length;
  });
  return value.map((item, at) => ({ item, at, key: name ? String(recordOf(item)[name]) : null }));
}

/** The place of the text in a language: its upper-case code where the file has that one alone. */
export function placeIn({ place }: Pick<TextPlace, 'place'>, text: unknown, language: Language): Place {
  const has = (code: string) => isRecord(text) && Object.hasOwn(text, code);
  return [...place, !has(language) && has(language.toUpperCase()) ? language.toUpperCase() : language];
}
