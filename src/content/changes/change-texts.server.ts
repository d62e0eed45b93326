import { createHash } from 'node:crypto';
import { type Editor, mayChange } from '../../features/staff/rights.ts';
import type { Language } from '../../i18n/languages.ts';
import { kindOfFile } from '../fields/content-kind.ts';
import { hasLines, sentText } from '../fields/field-text.ts';
import { valueAt, withValue } from '../fields/pointer.ts';
import { placeIn, type TextPlace, textPlaces } from '../fields/text-places.ts';
import { formOfFile, parseContent } from '../files/content-schemas.server.ts';
import { type Author, type ContentWriter, changeFile } from './change-file.server.ts';

/** A new text in a language; it is written only while the file has the text from which it was made. */
export interface TextEdit {
  id: string;
  language: Language;
  /** Digest of the text that was shown. */
  base: string;
  text: string;
  /** The text that was translated: when it has changed since, that is a conflict too. */
  source?: { language: Language; base: string };
}

/** What became of a text. `changed` = the file has another text than the one that was shown. */
export type TextOutcome = 'saved' | 'same' | 'changed' | 'source-changed' | 'gone' | 'refused' | 'invalid';
export interface EditedText {
  edit: TextEdit;
  outcome: TextOutcome;
  /** The text in the file when it was not saved. */
  present: string;
}

const DIGEST_CHARACTERS = 20;

/** What identifies a text as a browser sends it back; empty for an empty text. */
export const textDigest = (text: string): string => {
  const sent = sentText(text, true).trim();
  return sent === '' ? '' : createHash('sha256').update(sent).digest('hex').slice(0, DIGEST_CHARACTERS);
};

const LONGEST_PATH = 200;

/** Whether a path can be that of a content file that the studio edits. */
export const isEditedFile = (file: string): boolean =>
  kindOfFile(file) !== null && file.length <= LONGEST_PATH && !/[\0\\]/.test(file);

/** The texts per language of a content file with this data. */
export function textsOfFile(file: string, data: unknown): TextPlace[] {
  const form = formOfFile(file);
  return form ? textPlaces(form, data) : [];
}

/**
 * Changes texts of a content file in one version. A text that somebody else changed meanwhile is left as it is, and so
 * is one that the editor may not change; the others are written.
 */
export async function changeTexts(
  writer: ContentWriter,
  { file, by, editor }: { file: string; by: Author; editor: Editor },
  edits: readonly TextEdit[],
): Promise<EditedText[]> {
  if (!isEditedFile(file)) return edits.map((edit) => ({ edit, outcome: 'gone', present: '' }));
  let results: EditedText[] = [];
  await changeFile(writer, file, by, (present) => {
    const places = new Map(present === null ? [] : textsOfFile(file, present).map((one) => [one.id, one] as const));
    let data = present;
    results = edits.map((edit) => {
      const place = places.get(edit.id);
      const outcome = outcomeOf(edit, place, (one) => mayChange(editor, file, one.place, present));
      const now = place?.texts[edit.language] ?? '';
      if (place && outcome === 'saved') data = withText(data, place, edit);
      return { edit, outcome, present: now };
    });
    if (data === present) return undefined;
    if (!isMadeInvalid(file, present, data)) return data;
    results = results.map((one) => (one.outcome === 'saved' ? { ...one, outcome: 'invalid' } : one));
    return undefined;
  });
  return results;
}

function outcomeOf(
  { language, base, text, source }: TextEdit,
  place: TextPlace | undefined,
  may: (place: TextPlace) => boolean,
): TextOutcome {
  if (!place || !/^[a-z]{2}$/.test(language)) return 'gone';
  if (!may(place)) return 'refused';
  const now = place.texts[language] ?? '';
  if (textDigest(now) === textDigest(text)) return 'same';
  if (textDigest(now) !== base) return 'changed';
  if (source && textDigest(place.texts[source.language] ?? '') !== source.base) return 'source-changed';
  return 'saved';
}

function withText(data: unknown, place: TextPlace, { language, text }: TextEdit): unknown {
  // The field has several lines for every text: a line break in a text of one line is a space.
  const whole = sentText(text, true);
  const sent = hasLines(place, place.texts)
    ? whole
    : whole
        .split('\n')
        .map((line) => line.trim())
        .join(' ');
  return withValue(data, placeIn(place, valueAt(data, place.place), language), sent.trim() === '' ? undefined : sent);
}

/** Whether data that its schema accepted is accepted no more. */
function isMadeInvalid(file: string, before: unknown, after: unknown): boolean {
  return parseContent(file, before)?.success === true && parseContent(file, after)?.success === false;
}
