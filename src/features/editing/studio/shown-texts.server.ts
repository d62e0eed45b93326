import type { EditedText, TextOutcome } from '../../../content/changes/change-texts.server.ts';
import { textDigest } from '../../../content/changes/change-texts.server.ts';
import type { LabelKey } from '../../../i18n/label-key.ts';
import type { EditedLabel, LabelOutcome, SiteLabel } from '../site-labels.server.ts';
import type { SideBySide } from '../translations.server.ts';
import { pageOf, stateOf } from './texts.view.ts';

const TEXTS_A_PAGE = 30;
const LABELS_A_PAGE = 40;
const REASONS: Readonly<Record<TextOutcome | LabelOutcome, LabelKey>> = {
  changed: 'TEXT_CHANGED',
  'source-changed': 'TEXT_SOURCE_CHANGED',
  gone: 'TEXT_GONE',
  refused: 'TEXT_REFUSED',
  invalid: 'TEXT_INVALID',
  placeholders: 'LABEL_PLACEHOLDERS',
  needed: 'LABEL_NEEDED',
  unknown: 'TEXT_GONE',
  saved: 'STUDIO_DONE_SAVED',
  same: 'STUDIO_DONE_SAVED',
};

/** Why a text was not saved, as the key of a label. */
export const reasonOf = (outcome: TextOutcome | LabelOutcome): LabelKey => REASONS[outcome];

/** The address of a list without what was said about it. */
const listOf = (query: URLSearchParams) =>
  new URLSearchParams([...query].filter(([name]) => !['done', 'wrong'].includes(name))).toString();

/**
 * The texts of a file that its page shows: those of the filter in the address, or those that were not saved. Without a
 * filter a file in which nothing is missing or stale shows everything.
 */
export function shownTexts(texts: readonly SideBySide[], query: URLSearchParams, refused: readonly EditedText[]) {
  const isOpen = ({ state }: SideBySide) => state === 'missing' || state === 'stale';
  const state = query.has('state') || texts.some(isOpen) ? stateOf(query) : 'all';
  const list = listOf(query);
  if (refused.length > 0) {
    const typed = new Map(refused.map((one) => [one.edit.id, one] as const));
    const shown = texts.flatMap((text, at) => {
      const one = typed.get(text.id);
      return one ? [{ at, text, typed: { text: one.edit.text, reason: reasonOf(one.outcome) } }] : [];
    });
    return { texts: shown, state, next: null, list };
  }
  const wanted = texts.filter((text) => state === 'all' || (state === 'open' ? isOpen(text) : text.state === state));
  const { items, from, next } = pageOf(wanted, query, TEXTS_A_PAGE);
  return { texts: items.map((text, at) => ({ at: from + at, text, typed: undefined })), state, next, list };
}

/** The labels that their page shows: those that were searched, or those that were not saved. */
export function shownLabels(labels: readonly SiteLabel[], query: URLSearchParams, refused: readonly EditedLabel[]) {
  const typed = new Map(refused.map((one) => [one.edit.key, one] as const));
  const words = (query.get('q') ?? '').trim().toLowerCase().slice(0, 100);
  const isFound = ({ key, delivered, own, source }: SiteLabel) =>
    [key, delivered, own, source].some((text) => text?.toLowerCase().includes(words));
  const wanted = labels.filter((one) =>
    refused.length > 0 ? typed.has(one.key) : isFound(one) && (!query.get('own') || one.own !== null),
  );
  const { items, from, next } = pageOf(wanted, query, refused.length > 0 ? wanted.length : LABELS_A_PAGE);
  return {
    ...{ next, list: listOf(query), count: wanted.length },
    labels: items.map((label, at) => {
      const one = typed.get(label.key);
      return {
        at: from + at,
        label: { ...label, base: textDigest(label.own ?? '') },
        typed: one && { text: one.edit.text, reason: reasonOf(one.outcome) },
      };
    }),
  };
}
