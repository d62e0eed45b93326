import type { LabelKey } from '../../i18n/label-key.ts';
import type { FieldKind } from './field-kind.ts';
import type { FormNode } from './form-node.ts';
import { type Place, pointerOf } from './pointer.ts';
import { nodeAt } from './posted-form.ts';

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
