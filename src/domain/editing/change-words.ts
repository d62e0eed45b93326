import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { nodeFor } from './field-text.ts';
import type { FormNode } from './form-node.ts';
import { childOf, type Place } from './pointer.ts';

const MOST_CHARACTERS = 60;

/** What a place of a document is, by the labels of its form; parts without a label are written as they are. */
export function placeInWords(form: FormNode, place: Place, t: Translate): string {
  let node: FormNode | undefined = form;
  const words: string[] = [];
  for (const part of place) {
    const above: FormNode | undefined = node;
    node = above?.type === 'group' ? above.fields.get(String(part)) : above && 'item' in above ? above.item : undefined;
    if (above?.type === 'group' && node) words.push(t(node.label));
    else words.push(typeof part === 'number' ? String(part + 1) : String(part));
  }
  return words.join(' › ');
}

/** A value of a field in words: yes and no, the name of a choice, a text that is cut. */
export function valueInWords(form: FormNode, place: Place, value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return t('CONTENT_EMPTY_VALUE');
  const node = place.reduce<FormNode | undefined>((at, part) => {
    if (at?.type === 'group') return at.fields.get(String(part));
    return at && 'item' in at ? at.item : undefined;
  }, form);
  const shown = node && nodeFor(node, value);
  if (typeof value === 'boolean') return t(value ? 'YES' : 'NO');
  if (shown?.type === 'leaf' && (shown.kind === 'choice' || shown.kind === 'choices')) {
    const names = [value].flat().map((one) => shown.choices.find((choice) => choice.value === one)?.label);
    if (names.every((name): name is LabelKey => name !== undefined)) return names.map((name) => t(name)).join(', ');
  }
  return cut(plainText(value));
}

/** A value as text: lists of things by what names them. */
function plainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map((one) => plainText(one)).join(', ');
  const named = ['Url', 'File', 'src', 'id', 'name', 'title'].map((key) => childOf(value, key)).find(Boolean);
  return named === undefined ? Object.values(value).map(plainText).join(' / ') : plainText(named);
}

const cut = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text);
