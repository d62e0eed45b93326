import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Author, type ContentWriter, changeFile } from '../../content/changes/change-file.server.ts';
import { textDigest } from '../../content/changes/change-texts.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { currentLabelKey, defaultLabels } from '../../i18n/current-labels.ts';
import type { Language } from '../../i18n/languages.ts';
import { isRecord, recordOf } from '../../platform/values/values.ts';

/** The names of the placeholders of a label, each once, in the order of the alphabet. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\s*(\w+)\s*\}/g)].map(([, name = '']) => name))].sort();

/** Whether two labels have the same placeholders. */
const haveSamePlaceholders = (one: string, other: string): boolean =>
  placeholdersOf(one).join() === placeholdersOf(other).join();

/** A label of the site in a language. */
export interface SiteLabel {
  key: string;
  /** The text of the product; null in a language that the product does not speak. */
  delivered: string | null;
  /** The text of the agency; null = as delivered. */
  own: string | null;
  /** The text in the language beside it. */
  source: string;
}

/** Another text of a label; empty = as delivered. */
export interface LabelEdit {
  key: string;
  base: string;
  text: string;
}
export type LabelOutcome = 'saved' | 'same' | 'changed' | 'placeholders' | 'needed' | 'unknown';
/** What became of a label; `present` is what the file has when it was not saved. */
export interface EditedLabel {
  edit: LabelEdit;
  outcome: LabelOutcome;
  present: string;
}

const fileOf = (language: Language) => `labels/${language}.json`;
const PRODUCT = defaultLabels('nl') ?? {};
type Labels = Readonly<Record<string, unknown>>;

function ownLabels(contentDir: string, language: Language): Labels {
  const full = join(contentDir, fileOf(language));
  if (!existsSync(full)) return {};
  const { data } = readJson(fileOf(language), readFileSync(full));
  return isRecord(data) ? data : {};
}

/** The key under which an agency has a label: the present one, or an earlier one. */
function ownKey(own: Labels, key: string): string | null {
  if (Object.hasOwn(own, key)) return key;
  return Object.keys(own).find((one) => !Object.hasOwn(PRODUCT, one) && currentLabelKey(one) === key) ?? null;
}

function ownText(own: Labels, key: string): string | null {
  const name = ownKey(own, key);
  const text = name === null ? null : own[name];
  return typeof text === 'string' ? text : null;
}

/** All labels of a language beside those of another one. */
export function siteLabels(
  contentDir: string,
  { source, target }: { source: Language; target: Language },
): SiteLabel[] {
  const [own, beside] = [ownLabels(contentDir, target), ownLabels(contentDir, source)];
  const [delivered, from] = [defaultLabels(target), defaultLabels(source) ?? PRODUCT];
  return Object.keys(PRODUCT).map((key) => ({
    key,
    delivered: delivered?.[key] ?? null,
    own: ownText(own, key),
    source: ownText(beside, key) ?? from[key] ?? '',
  }));
}

/**
 * Changes labels of a language in one version. A text must have the placeholders of the product's text; one that is
 * equal to it is left out of the file.
 */
export async function changeLabels(
  writer: ContentWriter,
  language: Language,
  by: Author,
  edits: readonly LabelEdit[],
): Promise<EditedLabel[]> {
  let results: EditedLabel[] = [];
  await changeFile(writer, fileOf(language), by, (present) => {
    const before = recordOf(present);
    const next: Record<string, unknown> = { ...before };
    results = edits.map((edit) => {
      const outcome = outcomeOf(edit, before, language);
      if (outcome === 'saved') setLabel(next, edit, language);
      return { edit, outcome, present: ownText(before, edit.key) ?? '' };
    });
    return results.some(({ outcome }) => outcome === 'saved') ? next : undefined;
  });
  return results;
}

function outcomeOf({ key, base, text }: LabelEdit, own: Labels, language: Language): LabelOutcome {
  if (!Object.hasOwn(PRODUCT, key)) return 'unknown';
  const delivered = defaultLabels(language)?.[key] ?? null;
  const [now, wanted] = [ownText(own, key) ?? '', text.trim()];
  const kept = wanted === delivered ? '' : wanted;
  if (textDigest(now) === textDigest(kept)) return 'same';
  if (textDigest(now) !== base) return 'changed';
  if (kept === '') return delivered === null ? 'needed' : 'saved';
  return haveSamePlaceholders(kept, delivered ?? PRODUCT[key] ?? '') ? 'saved' : 'placeholders';
}

function setLabel(labels: Record<string, unknown>, { key, text }: LabelEdit, language: Language): void {
  const name = ownKey(labels, key);
  const wanted = text.trim().replace(/\r\n?/g, '\n');
  if (wanted === '' || wanted === defaultLabels(language)?.[key]) {
    if (name !== null) delete labels[name];
    return;
  }
  if (name !== null && name !== key) delete labels[name];
  labels[key] = wanted;
}
