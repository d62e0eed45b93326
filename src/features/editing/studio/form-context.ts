import type { Reference } from '../../../content/fields/field-kind.ts';
import { childOf, type Place, pointerOf } from '../../../content/fields/pointer.ts';
import type { Finding } from '../../../content/fields/posted-form.ts';
import { localized } from '../../../i18n/languages.ts';
import { recordOf } from '../../../platform/values/values.ts';

/** What every field of a form of content knows of the form around it. */
export interface FormContext {
  canChange(place: Place): boolean;
  /** What is wrong with a field, by its JSON Pointer. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  languages: readonly string[];
  /** The currency of amounts. */
  currency: string;
  options(of: Reference): readonly { value: string; label: string }[];
  /** Page with the photographs and documents of the thing; null without one. */
  photosHref: string | null;
  /** The CRM that decides fields of the property, and what was taken over from it. */
  crm: { source: string; owned: ReadonlySet<string>; taken: ReadonlySet<string> } | null;
}

/** Findings by the field at which they are shown: the nearest one that the form has. */
export function findingsByPlace(
  findings: readonly Finding[],
  hasField: (pointer: string) => boolean,
): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const places = finding.place.map((_, at) => pointerOf(finding.place.slice(0, finding.place.length - at)));
    const place = places.find(hasField) ?? '';
    found.set(place, [...(found.get(place) ?? []), finding]);
  }
  return found;
}

const NAMES = ['title', 'Title', 'name', 'Name', 'label', 'id', 'File', 'src', 'statement', 'text', 'phrases', 'date'];

/** What an item of a list is called: the first of its fields that names it, else its number or key. */
export function nameOfItem(item: unknown, key: string | number, language: string): string {
  const number = typeof key === 'number' ? String(key + 1) : key;
  for (const name of NAMES) {
    const value = childOf(item, name);
    const text = textOf(value, language);
    if (text) return typeof key === 'number' ? `${number}. ${text.slice(0, 60)}` : `${number}: ${text.slice(0, 60)}`;
  }
  return number;
}

function textOf(value: unknown, language: string): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ');
  return localized(recordOf(value), language);
}
