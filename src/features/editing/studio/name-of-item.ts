import { childOf } from '../../../content/fields/pointer.ts';
import { type Localized, localized } from '../../../i18n/localized.ts';

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
  return value ? localized(value as Localized, language) : '';
}
