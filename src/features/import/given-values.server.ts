import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeAtomically } from '../../platform/files/write.server.ts';
import { textBefore } from '../../platform/text/excerpt.ts';
import { parsed, textList } from '../../platform/values/parsed.ts';
import { recordOf } from '../../platform/values/values.ts';

/** Values that are not plausible and that somebody confirmed, each as `70001 Price 12`. */
export type Accepted = ReadonlySet<string>;

const acceptedFileOf = (dataDir: string, source: string) => join(dataDir, 'import', `${source}.accepted`);

/** One value of a property as it is remembered. */
export const acceptedKey = (id: number, field: string, value: number): string => `${id} ${field} ${value}`;

/** The values that were confirmed for a source. */
export function readAccepted(dataDir: string, source: string): Accepted {
  try {
    return new Set(parsed(textList, readFileSync(acceptedFileOf(dataDir, source), 'utf8')));
  } catch {
    return new Set();
  }
}

/** Remembers further values that were confirmed for a source. */
export async function addAccepted(dataDir: string, source: string, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  const all = new Set([...readAccepted(dataDir, source), ...values]);
  await writeAtomically(acceptedFileOf(dataDir, source), JSON.stringify([...all]));
}

/** Long texts, to which editors add languages that an export does not hold. */
export const TEXTS: readonly string[] = ['TypeDescription', 'DescriptionA', 'DescriptionB'];

type Data = Readonly<Record<string, unknown>>;

/** What the last import of a source gave to a property. */
export interface GivenValues {
  /** A mark of each value by its field, of long texts by field and language, such as `DescriptionA.nl`. */
  marks: ReadonlyMap<string, string>;
  /** The stored path of each photograph in its order, and a mark of its words; null when it was not noted. */
  pictures: ReadonlyMap<string, string> | null;
}
export type Given = ReadonlyMap<number, GivenValues>;

/** The mark of what the CRM decides at the next import, whatever the file has: it was taken over, or is given back. */
const UNKNOWN = '';
const MARK_LENGTH = 8;

const givenFileOf = (dataDir: string, source: string) => join(dataDir, 'import', `${source}.given`);
const formerFileOf = (dataDir: string, source: string) => join(dataDir, 'import', `${source}.texts`);

/** The long texts of a property, such as `DescriptionA.nl`. */
export const longTextsOf = (data: Data): string[] =>
  TEXTS.flatMap((name) => Object.keys(recordOf(data[name])).map((language) => `${name}.${language}`));

/** The field of a mark: `DescriptionA` for `DescriptionA.nl`. */
const fieldOf = (name: string): string => textBefore(name, '.');

/** A short mark of a value: equal values have equal marks, whatever the order of their members. */
export function markOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
  return createHash('sha256')
    .update(sorted ?? '')
    .digest('base64url')
    .slice(0, MARK_LENGTH);
}

/**
 * What an import gives to a property: the facts of the export, and its photographs with their words. Fields that an
 * editor took over (`taken`) get no mark of their own: once they are given back, the CRM decides them again.
 */
export function givenBy(
  facts: Data,
  pictures: readonly { path: string; words: unknown }[],
  taken: ReadonlySet<string>,
): GivenValues {
  const fields = Object.entries(facts).filter(([name, value]) => !TEXTS.includes(name) && value !== undefined);
  const texts = longTextsOf(facts).map((text) => {
    const [name = '', language = ''] = text.split('.');
    return [text, recordOf(facts[name])[language]] as const;
  });
  return {
    marks: new Map(
      [...fields, ...texts].map(([name, value]) => [name, taken.has(fieldOf(name)) ? UNKNOWN : markOf(value)]),
    ),
    pictures: taken.has('XLargePictureItems')
      ? null
      : new Map(pictures.map(({ path, words }) => [path, markOf(words)])),
  };
}

/** The texts that an import of an earlier version gave to each property. */
const formerTexts = z.array(z.tuple([z.number(), textList]));

/** Reads what the last import gave; of a property that is not in it nothing is known. */
export function readGiven(dataDir: string, source: string): Given {
  try {
    const former = formerFileOf(dataDir, source);
    if (!existsSync(givenFileOf(dataDir, source)) && existsSync(former)) {
      const known = parsed(formerTexts, readFileSync(former, 'utf8'));
      return new Map(
        known.map(([id, texts]) => [id, { marks: new Map(texts.map((text) => [text, UNKNOWN])), pictures: null }]),
      );
    }
    const rows = JSON.parse(readFileSync(givenFileOf(dataDir, source), 'utf8')) as [
      number,
      [string, string][],
      [string, string][] | null,
    ][];
    return new Map(
      rows.map(([id, marks, pictures]) => [id, { marks: new Map(marks), pictures: pictures && new Map(pictures) }]),
    );
  } catch {
    return new Map();
  }
}

/** Notes what an import gave to these properties; the others keep theirs. */
export async function writeGiven(dataDir: string, source: string, news: Given): Promise<void> {
  const all = new Map([...readGiven(dataDir, source), ...news]);
  const lines = [...all].map(([id, { marks, pictures }]) => [id, [...marks], pictures && [...pictures]]);
  await writeAtomically(givenFileOf(dataDir, source), JSON.stringify(lines));
  rmSync(formerFileOf(dataDir, source), { force: true });
}

/** Lets the CRM decide a field of a property again, whatever an editor made of it. */
export async function giveBack(dataDir: string, source: string, id: number, field: string): Promise<void> {
  const known = readGiven(dataDir, source).get(id);
  if (!known) return;
  const marks = [...known.marks].map(([name, mark]) => [name, fieldOf(name) === field ? UNKNOWN : mark] as const);
  const pictures = field === 'XLargePictureItems' ? null : known.pictures;
  await writeGiven(dataDir, source, new Map([[id, { marks: new Map([...marks, [field, UNKNOWN]]), pictures }]]));
}

/** Whether what an earlier import gave under this name is still there. */
const isUnchanged = (given: GivenValues, name: string, value: unknown): boolean => {
  const mark = given.marks.get(name);
  return mark === UNKNOWN || mark === (value === undefined ? undefined : markOf(value));
};

/** Whether an import gave a text, and an editor has not given it back. */
const isGivenText = (mark: string | undefined): boolean => mark !== undefined && mark !== UNKNOWN;

/**
 * The long texts of an export beside those of an editor: a language that only an editor gave stays, and so does a text
 * that an editor changed since the last import.
 */
export function withEditorTexts(facts: Data, present: Data | null, given: GivenValues | undefined): Data {
  const marks = given?.marks ?? new Map<string, string>();
  const texts = TEXTS.flatMap((name) => {
    const own = Object.entries(recordOf(present?.[name]));
    const news = recordOf(facts[name]);
    const added = own.filter(([language]) => !marks.has(`${name}.${language}`) && (given || !(language in news)));
    const changed = own.filter(
      ([language, text]) =>
        given && marks.has(`${name}.${language}`) && !isUnchanged(given, `${name}.${language}`, text),
    );
    const removed = Object.keys(news).filter(
      (language) =>
        present !== null && isGivenText(marks.get(`${name}.${language}`)) && !own.some(([code]) => code === language),
    );
    if (added.length + changed.length + removed.length === 0) return [];
    const left = Object.entries(news).filter(([language]) => !removed.includes(language));
    return [[name, Object.fromEntries([...left, ...added, ...changed])]];
  });
  return { ...facts, ...Object.fromEntries(texts) };
}

/**
 * The fields that an editor changed in the file since the last import, of those that an export decides. Nothing is
 * known of a property that no import of this version has seen.
 */
export function editedFields(
  present: Data | null,
  owned: ReadonlySet<string>,
  given: GivenValues | undefined,
): Set<string> {
  const isKnown = given && [...given.marks.values()].some((mark) => mark !== UNKNOWN);
  if (!present || !isKnown) return new Set();
  return new Set(
    [...owned].filter(
      (name) => !TEXTS.includes(name) && name !== 'XLargePictureItems' && !isUnchanged(given, name, present[name]),
    ),
  );
}

/** A photograph as a property has it. */
export interface PictureItem {
  ID?: number;
  Url: string;
  Name?: unknown;
}

/**
 * The photographs of an export as an editor arranged them: what the editor removed stays away, what he added stays, and
 * his order and his words stay.
 */
export function arrangedPictures(
  news: readonly PictureItem[],
  present: readonly PictureItem[] | null,
  given: GivenValues | undefined,
): PictureItem[] {
  const before = given?.pictures;
  if (!present || !before) return [...news];
  const own = new Map(present.map((item) => [item.Url, item]));
  const words = (item: PictureItem): PictureItem => {
    const mine = own.get(item.Url);
    if (!mine || before.get(item.Url) === markOf(mine.Name)) return item;
    const Name = { ...recordOf(item.Name), ...recordOf(mine.Name) };
    return { ...item, ...(Object.keys(Name).length > 0 && { Name }) };
  };
  const kept = news.filter(({ Url }) => !before.has(Url) || own.has(Url)).map(words);
  const added = present.filter(({ Url }) => !before.has(Url) && !kept.some((item) => item.Url === Url));
  const place = new Map(present.map(({ Url }, at) => [Url, at]));
  const places = [...before.keys()].flatMap((url) => place.get(url) ?? []);
  const isReordered = places.some((one, at) => one < (places[at - 1] ?? 0));
  const ordered = isReordered
    ? kept.toSorted((a, b) => (place.get(a.Url) ?? kept.length) - (place.get(b.Url) ?? kept.length))
    : kept;
  const result = [...ordered];
  for (const item of added) {
    // It stands behind the photograph that it stood behind.
    const ahead = present.slice(0, place.get(item.Url)).findLast(({ Url }) => result.some((one) => one.Url === Url));
    result.splice(result.findIndex(({ Url }) => Url === ahead?.Url) + 1, 0, item);
  }
  return result;
}
