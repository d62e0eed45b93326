import { formatDate, formatEuro, formatNumber } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import type { FormNode } from './form-node.ts';
import { namedPlace, plainTexts } from './named-place.ts';

/** In which words something is said. */
export interface InWords {
  t: Translate;
  language: string;
}

const MOST_CHARACTERS = 70;
const NOTHING = '–';

/** A label by a key that is known at run time only; the other text where it is missing. */
export const labelOr = (t: Translate, key: string, other: string): string => {
  const text = t(key as LabelKey);
  return text === key ? other : text;
};

/** The names of a field and of what it is in: `Photographs › 2 › Text (NL)`. */
export function placeInWords(form: FormNode | null, place: readonly PropertyKey[], { t }: Pick<InWords, 't'>): string {
  const names: string[] = [];
  for (const [at, part] of namedPlace(form, place).parts.entries()) {
    if ('language' in part) names.push(`${names.pop() ?? ''} (${part.language.toUpperCase()})`.trim());
    else if ('number' in part) names.push(String(part.number));
    else names.push('key' in part ? part.key : labelOr(t, part.label, String(place[at])));
  }
  return names.join(' › ');
}

/** A value of a field in words: yes and no, the name of a choice, an amount, a text that is cut. */
export function valueInWords(
  form: FormNode | null,
  place: readonly PropertyKey[],
  value: unknown,
  { t, language }: InWords,
): string {
  const { kind, choices } = namedPlace(form, place);
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
  if (text === '') return NOTHING;
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).trimEnd()}…` : text;
}
