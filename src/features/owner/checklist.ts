import { formatDate } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { keysOf } from '../../platform/values/values.ts';
import { DOCUMENT_LABELS } from '../document/document-labels.ts';
import { regionOf } from '../place/region.ts';
import type { Property } from '../property/property.ts';
import { goalOf } from '../property/property-state.ts';
import type { ChecklistRule } from './settings.ts';

/** A document that the sale or the rental of a property needs, and whether it is there. */
export interface ChecklistItem {
  kind: ChecklistRule['kind'];
  /** `soon`: it expires within three months; `received`: the owner sent it, and the agency still has to look at it. */
  state: 'there' | 'received' | 'missing' | 'soon' | 'expired';
  /** The day until which it is valid; null when it is not known, or has none. */
  until: string | null;
  /** The law or page that asks for it. */
  source: string;
}

/** What each state is called, what has to be done first. */
const CHECK_LABELS = {
  missing: 'CHECK_MISSING',
  expired: 'CHECK_EXPIRED',
  soon: 'CHECK_SOON',
  received: 'CHECK_RECEIVED',
  there: 'CHECK_THERE',
} as const satisfies Readonly<Record<ChecklistItem['state'], LabelKey>>;

/** Documents in words, in the order in which something has to be done for them. */
export function checklistInWords(items: readonly ChecklistItem[], language: string, t: Translate) {
  const order = keysOf(CHECK_LABELS);
  return items
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(({ kind, state, until, source }) => ({
      document: t(DOCUMENT_LABELS[kind]),
      about: [until && t('CHECK_UNTIL', { date: formatDate(until, language) }), source].filter(Boolean).join('. '),
      state: t(CHECK_LABELS[state]),
      isThere: state === 'there',
    }));
}

const SOON_MS = 92 * 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}/;

const textOf = (property: Property, field: string): string => {
  const value = property[field];
  return value === undefined || value === null ? '' : String(value);
};

/**
 * The documents that a property needs by the rules of its region, in their order; `kinds` are the documents that are
 * there, `sent` those that the owner sent, `today` is a day.
 */
export function checklistOf(
  property: Property,
  { kinds, sent }: { kinds: ReadonlySet<string>; sent: ReadonlySet<string> },
  rules: readonly ChecklistRule[],
  today: string,
): ChecklistItem[] {
  const region = regionOf(property);
  const goal = goalOf(property);
  const built = Number(textOf(property, 'ConstructionYear'));
  const applies = ({ regions, goals, builtBefore }: ChecklistRule) =>
    region !== null &&
    regions.includes(region) &&
    goals.includes(goal) &&
    // A year that is not known may be before it.
    (builtBefore === undefined || !built || built < builtBefore);
  const soon = new Date(Date.parse(today) + SOON_MS).toISOString().slice(0, 10);
  return rules.filter(applies).map(({ kind, fields, until: field, source }) => {
    const [until = null] = field ? (DAY.exec(textOf(property, field)) ?? []) : [];
    const isThere = kinds.has(kind) || fields.some((one) => textOf(property, one) !== '');
    const lacking = sent.has(kind) ? 'received' : 'missing';
    const state = !isThere ? lacking : until === null || until > soon ? 'there' : until < today ? 'expired' : 'soon';
    return { kind, state, until, source };
  });
}
