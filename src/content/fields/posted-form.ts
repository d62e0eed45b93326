import type { LabelKey } from '../../i18n/label-key.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { isRecord, listOf, recordOf } from '../../platform/values/values.ts';
import type { FieldKind } from './field-kind.ts';
import { hasLines, nodeFor, sentText, textsOf, valueOfTexts } from './field-text.ts';
import type { FormNode } from './form-node.ts';
import { childOf, type Place, partsOf, pointerOf, valueAt, withValue } from './pointer.ts';

/** What a form posted: the texts by the JSON Pointer of their field. */
export type Posted = ReadonlyMap<string, readonly string[]>;

/** The form at a place of a document; null where there is none. */
export function nodeAt(form: FormNode, data: unknown, pointer: string): { node: FormNode; place: Place } | null {
  let [node, value]: [FormNode | undefined, unknown] = [nodeFor(form, data), data];
  const place: (string | number)[] = [];
  for (const part of partsOf(pointer)) {
    if (node?.type === 'text') return /^[a-zA-Z]{2}$/.test(part) ? { node, place: [...place, part] } : null;
    if (node?.type === 'list' && !(Number(part) < listOf(value).length)) return null;
    const key: string | number = node?.type === 'list' ? Number(part) : part;
    const inner: FormNode | undefined =
      node?.type === 'group'
        ? node.fields.get(part)
        : node?.type === 'list' || node?.type === 'table'
          ? node.item
          : undefined;
    if (!inner) return null;
    value = childOf(value, key);
    node = nodeFor(inner, value);
    place.push(key);
  }
  return node && { node, place };
}

/**
 * The data of a form after it was posted: only fields whose text differs from the text that was shown have another
 * value, so that a form that is posted as it was changes nothing.
 */
export function withPosted(form: FormNode, shown: unknown, posted: Posted): unknown {
  let data = shown;
  for (const [pointer, texts] of posted) {
    const found = nodeAt(form, shown, pointer);
    if (!found) continue;
    const { node, place } = found;
    const value = valueAt(shown, place);
    if (node.type === 'text') {
      const before = typeof value === 'string' ? value : '';
      const lines = hasLines(node, valueAt(shown, place.slice(0, -1)));
      const text = sentText(texts[0] ?? '', lines);
      if (text !== sentText(before, lines)) data = withValue(data, place, text === '' ? undefined : text);
    } else if (node.type === 'leaf') {
      const lines = hasLines(node, value);
      const plain = (all: readonly string[]) =>
        all
          .map((text) => sentText(text, lines))
          .filter((text) => text !== '')
          .join('\0');
      if (plain(texts) !== plain(textsOf(node, value))) data = withValue(data, place, valueOfTexts(node, texts, value));
    }
  }
  return data;
}

/**
 * The data after a button of a list was pressed: `add:/items`, `remove:/items/2`, `up:/items/2`. Something with a key
 * is added under `key`. What cannot be done leaves the data as it is.
 */
export function withOperation(form: FormNode, data: unknown, operation: string, key = ''): unknown {
  const [, name = '', pointer = ''] = /^(\w+):(.*)$/.exec(operation) ?? [];
  const found = nodeAt(form, data, pointer);
  if (!found) return data;
  const { node, place } = found;
  if (name === 'add') return withItem(node, data, place, key);
  const at = place.at(-1);
  const above = place.slice(0, -1);
  const around = valueAt(data, above);
  if (name === 'remove' && !Array.isArray(around)) return withValue(data, place, undefined);
  if (!Array.isArray(around) || typeof at !== 'number') return data;
  if (hasPosition(node) && (name === 'up' || name === 'down'))
    return withPositions(data, above, around, { at, by: name === 'up' ? -1 : 1 });
  const items = [...around];
  const [item] = items.splice(at, 1);
  if (name === 'up') items.splice(Math.max(0, at - 1), 0, item);
  else if (name === 'down') items.splice(at + 1, 0, item);
  else if (name !== 'remove') return data;
  return withValue(data, above, items);
}

/** Whether an item of a list says itself where it stands. */
export const hasPosition = (node: FormNode): boolean => node.type === 'group' && node.fields.has('position');

/** The indexes of items that say where they stand, in their order. */
export function inOrder(items: readonly unknown[]): number[] {
  const positionOf = (at: number) => Number(childOf(items[at], 'position') ?? 0);
  return items.map((_, at) => at).sort((one, other) => positionOf(one) - positionOf(other) || one - other);
}

/** Items whose positions are those of before, given out again after one of them was moved. */
function withPositions(
  data: unknown,
  place: Place,
  items: readonly unknown[],
  { at, by }: { at: number; by: number },
): unknown {
  const order = inOrder(items);
  const from = order.indexOf(at);
  const to = from + by;
  if (to < 0 || to >= order.length) return data;
  order.splice(to, 0, ...order.splice(from, 1));
  const before = items.map((item) => Number(childOf(item, 'position') ?? 0)).sort((one, other) => one - other);
  const areDistinct = new Set(before).size === before.length;
  return order.reduce<unknown>((next, index, rank) => {
    const position = areDistinct ? before[rank] : (rank + 1) * 10;
    return withValue(next, [...place, index, 'position'], position);
  }, data);
}

function withItem(node: FormNode, data: unknown, place: Place, key: string): unknown {
  const present = valueAt(data, place);
  if (node.type === 'list') return withValue(data, place, [...(listOf(present) ?? []), {}]);
  if (node.type !== 'table' || key === '' || childOf(present, key) !== undefined) return data;
  const empty = node.item.type === 'leaf' ? '' : {};
  return withValue(data, [...place, key], empty);
}

/** The fields of which an internal name is made, in this order. */
const NAMED_BY = ['name', 'title'];

/**
 * The data with an internal name for each item of a list that has none yet, made of its name or title and used once in
 * its list. An item without both keeps the finding that it lacks one.
 */
export function withIds(form: FormNode, data: unknown, place: Place = []): unknown {
  const value = valueAt(data, place);
  if (form.type === 'group')
    return [...form.fields].reduce<unknown>((next, [name, node]) => withIds(node, next, [...place, name]), data);
  const items = listOf(value);
  if (form.type !== 'list' || form.item.type !== 'group' || !items) return data;
  const { item } = form;
  const id = item.fields.get('id');
  const isNamed = id?.type === 'leaf' && id.kind === 'slug';
  return items.reduce<unknown>((next, one, at) => {
    const inside = withIds(item, next, [...place, at]);
    const word = isNamed && !childOf(one, 'id') ? slugOf(wordsOf(one)) : '';
    if (!word) return inside;
    const taken = new Set((listOf(valueAt(inside, place)) ?? []).map((other) => childOf(other, 'id')));
    const free = [word, ...items.map((_, count) => `${word}-${count + 2}`)].find((name) => !taken.has(name));
    return withValue(inside, [...place, at, 'id'], free);
  }, data);
}

/** The name or title of an item, in the first language that it has. */
function wordsOf(item: unknown): string {
  const texts = NAMED_BY.flatMap((name) => {
    const value = childOf(item, name);
    return typeof value === 'string' ? [value] : Object.values(recordOf(value));
  });
  return String(texts.find((text) => typeof text === 'string' && text !== '') ?? '');
}

/** Whether a place is in an item that was just added: nothing is wrong with it before somebody has typed. */
export const isInNewItem = (data: unknown, place: Place): boolean =>
  place.some((part, at) => {
    const value = valueAt(data, place.slice(0, at + 1));
    return typeof part === 'number' && isRecord(value) && Object.keys(value).length === 0;
  });

/** What is wrong with a field of a content file, as a form shows it. */
export interface Finding {
  place: Place;
  /** An error keeps the site from being published. */
  severity: 'error' | 'warning';
  label: LabelKey;
  values: Readonly<Record<string, string | number>>;
}

const OF_KIND: Readonly<Partial<Record<FieldKind, LabelKey>>> = {
  date: 'FINDING_DATE',
  spans: 'FINDING_SPANS',
  link: 'FINDING_URL',
  path: 'FINDING_PATH',
  slug: 'FINDING_SLUG',
  money: 'FINDING_AMOUNT',
};

/** A finding with the sentence that fits the field: how a date, an address or hours are written. */
export function inWordsOfField(form: FormNode, data: unknown, finding: Finding): Finding {
  if (finding.label !== 'FINDING_FORMAT' && finding.label !== 'FINDING_NUMBER') return finding;
  for (let length = finding.place.length; length > 0; length -= 1) {
    const node = nodeAt(form, data, pointerOf(finding.place.slice(0, length)))?.node;
    if (node?.type !== 'leaf') continue;
    const label = OF_KIND[node.kind] ?? (node.kind === 'lines' ? OF_NAME[node.label] : undefined);
    return label ? { ...finding, label } : finding;
  }
  return finding;
}

/** Lists whose lines have a form of their own. */
const OF_NAME: Readonly<Record<string, LabelKey>> = {
  FIELD_VIDEOS: 'FINDING_URL',
  FIELD_CLOSED_DAYS: 'FINDING_DATE',
  FIELD_LANGUAGES: 'FINDING_LANGUAGE_CODES',
  FIELD_ENABLED_LANGUAGES: 'FINDING_LANGUAGE_CODES',
};
