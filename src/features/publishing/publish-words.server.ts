import { stepsBetween } from '../../content/changes/edit-text.server.ts';
import { CONTENT_KINDS, type ContentKindName, kindOfFile } from '../../content/fields/content-kind.ts';
import type { ContentProblem, ProblemKind } from '../../content/files/content-problem.ts';
import { formOfFile } from '../../content/files/content-schemas.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/localized.ts';
import { changeOfValue, labelOr, placeInWords } from '../editing/change-words.ts';
import { plainTexts, titleIn } from '../editing/named-place.ts';
import { currencyOf } from '../property/price.ts';

/** What is changed in a file, one row for each field. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** In which words something is said, and which kinds of content the person may open. */
export interface Words {
  t: Translate;
  language: string;
  mayRead(kind: ContentKindName): boolean;
}

const MOST_FIELDS = 8;
/** What differs between two texts of a file, in words; `more` counts the fields that are left out. */
export function fieldChanges(
  file: string,
  [before, now]: readonly [string, string],
  words: Words,
): { fields: FieldChange[]; more: number } | null {
  const [old, fresh] = [before, now].map((text) => readJson(file, Buffer.from(text)));
  if (!old || !fresh || old.problem || fresh.problem) return null;
  const steps = stepsBetween(old.data, fresh.data);
  const form = formOfFile(file);
  const said = { ...words, currency: currencyOf(fresh.data) };
  const fields = steps.slice(0, MOST_FIELDS).map(({ path, value }) => ({
    field: placeInWords(form, path, said),
    ...changeOfValue(form, path, { before: valueAt(old.data, path), after: value }, said),
  }));
  return { fields, more: steps.length - fields.length };
}

/** The names of a field of a file. */
export const placeInFile = (file: string, place: readonly PropertyKey[], words: Words): string =>
  placeInWords(formOfFile(file), place, words);

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name], data);

/** What a file is called, by its text, and what kind of thing it is. */
export function fileInWords(
  file: string,
  text: string | null | undefined,
  words: Words,
): { title: string; kind: string; href: string | null; history: string | null } {
  const { t, language } = words;
  const place = kindOfFile(file);
  const read = text ? readJson(file, Buffer.from(text)) : null;
  const title = read && !read.problem ? titleIn(read.data) : '';
  const inLanguage = typeof title === 'string' ? title : localized(title, language) || (plainTexts(title)[0] ?? '');
  if (!place) return { title: inLanguage || file, kind: '', href: null, history: null };
  const { kind, name } = place;
  const href = words.mayRead(kind) ? `/studio/content/${kind}/${name ? `${name}/` : ''}` : null;
  return {
    title: inLanguage || labelOr(t, CONTENT_KINDS[kind].label, file),
    kind: name ? `${labelOr(t, CONTENT_KINDS[kind].label, kind)} ${name}` : '',
    href,
    history: name && href ? `${href}history/` : null,
  };
}

const FINDINGS: Readonly<Record<ProblemKind, LabelKey>> = {
  json: 'FOUND_JSON',
  field: 'FOUND_FIELD',
  value: 'FOUND_VALUE',
  file: 'FOUND_FILE',
  reference: 'FOUND_REFERENCE',
  duplicate: 'FOUND_DUPLICATE',
  link: 'FOUND_LINK',
  language: 'FOUND_LANGUAGE',
  label: 'FOUND_LABEL',
  picture: 'FOUND_PICTURE',
  orphan: 'FOUND_ORPHAN',
  energy: 'FOUND_ENERGY',
  advert: 'FOUND_ADVERT',
  condition: 'FOUND_CONDITION',
};

/** What the content check found, by its kind. */
export const findingLabel = (kind: ContentProblem['kind']): LabelKey => (kind ? FINDINGS[kind] : 'FOUND_OTHER');
