import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { TextPlace } from '../../../domain/editing/text-places.ts';
import { type Editor, mayChange } from '../../../domain/staff/content-rights.ts';
import { textState } from '../../../domain/translations/text-states.ts';
import { isEditedFile, textDigest, textsOfFile } from '../../catalogue/changes/change-texts.ts';
import { readJson } from '../../catalogue/content/read-json.ts';
import { ifExists } from '../../platform/errors/error-facts.ts';
import { fitsXml, readXliff, writeXliff, type XliffProblem, type XliffUnit } from '../../platform/files/xliff.ts';
import { type Direction, type RightTranslations, rightKey } from './right-translations.ts';
import type { FileEdits } from './text-batches.ts';
import type { TextFile } from './text-files.ts';

/** A text that a translator sent back, beside what the file has now. */
export interface ImportedText {
  file: string;
  id: string;
  trail: TextPlace['trail'];
  old: string;
  text: string;
  /** Digests of the present target and source. */
  base: string;
  sourceBase: string;
  /** What changed since the file was made for the translator. */
  warning: 'source' | 'target' | null;
}

/** What an import would change, or why it is refused. */
export type ImportPreview =
  | { ok: true; direction: Direction; texts: ImportedText[]; unknown: number; equal: number }
  | { ok: false; problem: XliffProblem | 'other-language' | 'unknown' };

/** Whether a translation is missing or stale, and nobody said that it is still right. */
export function isOpen(
  { file, stale, digests }: Pick<TextFile, 'file' | 'stale' | 'digests'>,
  place: Pick<TextPlace, 'id' | 'texts'>,
  direction: Direction,
  right: RightTranslations,
): boolean {
  const digest = digests.get(place.id)?.[direction.source];
  const isRight = digest !== undefined && right.get(rightKey(file, place.id)) === digest;
  const state = textState(place, direction, stale, isRight)?.state;
  return state === 'missing' || state === 'stale';
}

/** The most characters of a file for a translator: what comes back can be read. */
const MOST_CHARACTERS = 4_000_000;
const FILES_AT_ONCE = 100;

/** The texts of files for a translator, or why there is no such file. */
export async function exportTexts(
  contentDir: string,
  files: readonly TextFile[],
  { direction, right, onlyOpen }: { direction: Direction; right: RightTranslations; onlyOpen: boolean },
  noteOf: (file: TextFile, place: TextPlace) => string,
): Promise<{ ok: true; xml: string } | { ok: false; problem: 'nothing' | 'too-large' }> {
  const { source, target } = direction;
  const units: XliffUnit[] = [];
  let characters = 0;
  for (const [at, one] of files.entries()) {
    if (at % FILES_AT_ONCE === FILES_AT_ONCE - 1) await breathe();
    for (const place of placesNow(contentDir, one.file).places) {
      const [from, to] = [place.texts[source] ?? '', place.texts[target] ?? ''];
      if (!from || !fitsXml(from) || !fitsXml(to) || (onlyOpen && !isOpen(one, place, direction, right))) continue;
      const state = textDigest(to) || '-';
      units.push({ file: one.file, id: place.id, source: from, target: to, note: noteOf(one, place), state });
      characters += from.length + to.length;
    }
    if (characters > MOST_CHARACTERS) return { ok: false, problem: 'too-large' };
  }
  if (units.length === 0) return { ok: false, problem: 'nothing' };
  const xml = writeXliff({ source, target, units });
  return Buffer.byteLength(xml) > MOST_CHARACTERS ? { ok: false, problem: 'too-large' } : { ok: true, xml };
}

/** What the file of a translator would change. */
export function previewImport(
  contentDir: string,
  bytes: Uint8Array,
  { languages, editor }: { languages: readonly string[]; editor: Editor },
): ImportPreview {
  const read = readXliff(bytes);
  if (!read.ok) return read;
  const { source, target, units } = read.file;
  if (source === target || ![source, target].every((one) => languages.includes(one)))
    return { ok: false, problem: 'other-language' };
  const files = new Map<string, ReturnType<typeof placesNow>>();
  const [texts, counts]: [ImportedText[], { unknown: number; equal: number }] = [[], { unknown: 0, equal: 0 }];
  for (const unit of units) {
    const { file, id, text } = { ...unit, text: unit.target };
    if (!files.has(file)) files.set(file, placesNow(contentDir, file));
    const { data, places } = files.get(file)!;
    const place = places.find((one) => one.id === id);
    if (!place || !mayChange(editor, file, place.place, data)) counts.unknown += 1;
    // What was left empty was not translated.
    else if (text.trim() === '' || textDigest(text) === textDigest(place.texts[target] ?? '')) counts.equal += 1;
    else texts.push(importedText(unit, place, { source, target }));
  }
  if (units.length === 0 || counts.unknown === units.length) return { ok: false, problem: 'unknown' };
  return { ok: true, direction: { source, target }, texts, ...counts };
}

function importedText(unit: XliffUnit, { trail, texts }: TextPlace, { source, target }: Direction): ImportedText {
  const [old, from] = [texts[target] ?? '', texts[source] ?? ''];
  const [base, sourceBase] = [textDigest(old), textDigest(from)];
  const isSourceOther = textDigest(unit.source) !== sourceBase;
  const isTargetOther = unit.state !== '' && unit.state !== (base || '-');
  const warning = isSourceOther ? 'source' : isTargetOther ? 'target' : null;
  return { file: unit.file, id: unit.id, trail, old, text: unit.target, base, sourceBase, warning };
}

/** The edits of texts of an import. */
export function importEdits(
  texts: readonly Pick<ImportedText, 'file' | 'id' | 'text' | 'base' | 'sourceBase'>[],
  { source, target }: Direction,
): FileEdits[] {
  const byFile = Map.groupBy(texts, ({ file }) => file);
  return [...byFile].map(([file, all]) => ({
    file,
    edits: all.map(({ id, text, base, sourceBase }) => ({
      ...{ id, text, base, language: target },
      source: { language: source, base: sourceBase },
    })),
  }));
}

function placesNow(contentDir: string, file: string): { data: unknown; places: TextPlace[] } {
  const bytes = isEditedFile(file) ? ifExists(() => readFileSync(join(contentDir, file))) : null;
  if (!bytes) return { data: null, places: [] };
  const { data } = readJson(file, bytes);
  return { data, places: textsOfFile(file, data) };
}
