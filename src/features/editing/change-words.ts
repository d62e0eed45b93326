import type { Reference } from '../../content/fields/field-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import { EURO, formatDate, formatMoney, formatNumber } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import { recordOf } from '../../platform/values/values.ts';
import { namedPlace, plainTexts } from './content-item.ts';

/** In which words something is said. */
export interface InWords {
  t: Translate;
  language: string;
  /** The currency of amounts; left out = euros. */
  currency?: string;
  /** What a thing is called that a field names; left out = its name in the file. */
  options?: (of: Reference) => readonly { value: string; label: string }[];
}

/** What members of the team, offices and projects are called, as a form offers them. */
export function namesOf({ members, projects, settings }: Named, language: string, of: Reference) {
  const text = (value: Localized | string) => (typeof value === 'string' ? value : localized(value, language));
  if (of === 'member') return members.map(({ id, name }) => ({ value: id, label: name }));
  if (of === 'office') return settings.offices.offices.map(({ id, name }) => ({ value: id, label: text(name) }));
  if (of === 'project')
    return projects.map(({ ID, TypeDescription }) => ({ value: String(ID), label: text(TypeDescription) }));
  return [];
}

/** What can be named. */
interface Named {
  members: readonly { id: string; name: string }[];
  projects: readonly { ID: number; TypeDescription: Localized }[];
  settings: { offices: { offices: readonly { id: string; name: Localized | string }[] } };
}

const MOST_CHARACTERS = 70;
const NOTHING = '–';

/** A label by a key that is known at run time only; the key where the label is missing. */
export const labelNamed = (t: Translate, key: string): string => t(key as LabelKey);

/** A label by a key that is known at run time only; the other text where the label is missing. */
export function labelOr(t: Translate, key: string, other: string): string {
  const text = labelNamed(t, key);
  return text === key ? other : text;
}

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
  { t, language, currency = EURO, options }: InWords,
): string {
  const { kind, of, choices } = namedPlace(form, place);
  if (typeof value === 'boolean') return t(value ? 'YES' : 'NO');
  const choice = choices.get(String(value));
  if (choice) return labelOr(t, choice, String(value));
  const named = of && options?.(of).find((one) => one.value === String(value))?.label;
  if (named) return named;
  if (typeof value === 'number')
    return kind === 'money'
      ? formatMoney(value, currency, language)
      : kind === 'area'
        ? formatNumber(value, language)
        : String(value);
  if (kind === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    return formatDate(value, language);
  return plainTexts(value).join(', ').replace(/\s+/g, ' ').trim() || NOTHING;
}

/** The same, cut at the end. */
export const shortValue = (...given: Parameters<typeof valueInWords>): string => {
  const text = valueInWords(...given);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).trimEnd()}…` : text;
};

const AROUND = 20;

/** The values before and after a change; long texts are cut so that what differs is seen. */
export function changeOfValue(
  form: FormNode | null,
  place: readonly PropertyKey[],
  { before, after }: { before: unknown; after: unknown },
  words: InWords,
): { before: string; after: string } {
  const old = valueInWords(form, place, before, words);
  const now = valueInWords(form, place, after, words);
  if (Math.max(old.length, now.length) <= MOST_CHARACTERS) return { before: old, after: now };
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same += 1;
  const start = Math.max(0, same - AROUND);
  const part = (text: string) => {
    const end = start + MOST_CHARACTERS - 1;
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  };
  return { before: part(old), after: part(now) };
}

/** A change of a price by more percent than this is asked about once: most of them are slips. */
export const PRICE_JUMP_PERCENT = 30;

const priceOf = (data: unknown): number | null => {
  const price = recordOf(data).Price;
  return typeof price === 'number' && price > 0 ? price : null;
};

/**
 * The new price of a thing where it differs from the old one by more than {@link PRICE_JUMP_PERCENT}; else null.
 * @example jumpedPrice({ Price: 589000 }, { Price: 58900 }) // 58900
 */
export function jumpedPrice(before: unknown, after: unknown): number | null {
  const [old, price] = [priceOf(before), priceOf(after)];
  if (old === null || price === null) return null;
  return Math.abs(price - old) * 100 > old * PRICE_JUMP_PERCENT ? price : null;
}
