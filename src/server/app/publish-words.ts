import { namedPlace, plainTexts, titleIn } from '../../domain/content/change-words.ts';
import { CONTENT_KINDS, type ContentKindName, kindOfFile } from '../../domain/content/content-kind.ts';
import type { FieldKind } from '../../domain/content/field-kind.ts';
import { type FormNode, formOf } from '../../domain/content/form-node.ts';
import { formatDate, formatEuro, formatNumber } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/localized.ts';
import { stepsBetween } from '../catalogue/changes/edit-text.ts';
import type { ContentProblem, ProblemKind } from '../catalogue/content/content-problem.ts';
import { contentSchemaOf } from '../catalogue/content/content-schemas.ts';
import { readJson } from '../catalogue/content/read-json.ts';

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

const [MOST_CHARACTERS, MOST_FIELDS] = [70, 8];
const NOTHING = '–';
const forms = new Map<string, FormNode>();

/** A label by a key that is known at run time only; the other text where it is missing. */
const labelOr = (t: Translate, key: string, other: string): string => {
  const text = t(key as LabelKey);
  return text === key ? other : text;
};

function formOfFile(file: string): FormNode | null {
  const kind = contentSchemaOf(file);
  if (!kind) return null;
  const form = forms.get(kind.name) ?? formOf(kind.schema);
  forms.set(kind.name, form);
  return form;
}

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
  const fields = steps.slice(0, MOST_FIELDS).map(({ path, value }) => {
    const place = namedPlace(form, path);
    return {
      field: placeInWords(file, path, words),
      before: valueInWords(valueAt(old.data, path), place, words),
      after: valueInWords(value, place, words),
    };
  });
  return { fields, more: steps.length - fields.length };
}

/** The names of a field and of what it is in: `Photographs › 2 › Text (NL)`. */
export function placeInWords(file: string, path: readonly PropertyKey[], { t }: Words): string {
  const names: string[] = [];
  for (const [at, part] of namedPlace(formOfFile(file), path).parts.entries()) {
    if ('language' in part) names.push(`${names.pop() ?? ''} (${part.language.toUpperCase()})`.trim());
    else if ('number' in part) names.push(String(part.number));
    else names.push('key' in part ? part.key : labelOr(t, part.label, String(path[at])));
  }
  return names.join(' › ');
}

function valueInWords(
  value: unknown,
  { kind, choices }: { kind: FieldKind | 'text'; choices: ReadonlyMap<string, string> },
  { t, language }: Words,
): string {
  if (typeof value === 'boolean') return t(value ? 'YES' : 'NO');
  const choice = choices.get(String(value));
  if (choice) return labelOr(t, choice, String(value));
  if (typeof value === 'number')
    return kind === 'money'
      ? formatEuro(value, language)
      : kind === 'area'
        ? formatNumber(value, language)
        : String(value);
  if (kind === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    return formatDate(value, language);
  const text = plainTexts(value).join(', ').replace(/\s+/g, ' ').trim();
  return text === ''
    ? NOTHING
    : text.length > MOST_CHARACTERS
      ? `${text.slice(0, MOST_CHARACTERS - 1).trimEnd()}…`
      : text;
}

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
  json: 'FINDING_JSON',
  field: 'FINDING_FIELD',
  value: 'FINDING_VALUE',
  file: 'FINDING_FILE',
  reference: 'FINDING_REFERENCE',
  duplicate: 'FINDING_DUPLICATE',
  link: 'FINDING_LINK',
  language: 'FINDING_LANGUAGE',
  label: 'FINDING_LABEL',
  picture: 'FINDING_PICTURE',
  orphan: 'FINDING_ORPHAN',
  energy: 'FINDING_ENERGY',
  advert: 'FINDING_ADVERT',
  condition: 'FINDING_CONDITION',
};

/** What the content check found, by its kind. */
export const findingLabel = (kind: ContentProblem['kind']): LabelKey => (kind ? FINDINGS[kind] : 'FINDING_OTHER');
