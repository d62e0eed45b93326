import type { Kysely, NotNull } from 'kysely';
import { hashOf, packed, unpacked } from '../../../content/history/content-history.server.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { type Mention, mentionIn, type PersonTraces, withoutWords } from './mentions.server.ts';

const FILES_AT_ONCE = 100;

/** What the erasure of a person changed in the history of the content, and what a human has to look at. */
export interface ErasedHistory {
  deleted: number;
  changed: number;
  left: Mention[];
}

interface PersonInTexts {
  traces: PersonTraces;
  /** Of the leads of the person: a text in the content that came from one names it. */
  references: readonly string[];
}

interface Version {
  file: string;
  number: number;
  text: string;
  /** Whether it is what the file is now. */
  isNow: boolean;
}

/** The versions of content files that may be about a person. */
export async function findInHistory(db: Kysely<Schema>, person: PersonInTexts): Promise<Mention[]> {
  const found: Mention[] = [];
  for await (const version of allVersions(db)) found.push(...mentionsIn(version, person));
  return found;
}

/**
 * Takes a person out of the history of content files. Earlier versions with a text that the person sent are deleted; in
 * all others `words` are taken out. What the files of now say, and names, are for a human.
 */
export async function eraseFromHistory(
  db: Kysely<Schema>,
  person: PersonInTexts,
  words: readonly string[],
): Promise<ErasedHistory> {
  const result: ErasedHistory = { deleted: 0, changed: 0, left: [] };
  for await (const version of allVersions(db)) {
    const { file, number, text, isNow } = version;
    if (isTheirs(text, person) && !isNow) {
      await db.deleteFrom('content_versions').where('file', '=', file).where('number', '=', number).execute();
      result.deleted += 1;
      continue;
    }
    const after = words.reduce(withoutWords, text);
    if (after !== text) {
      const change = { body: packed(after), hash: hashOf(after) };
      await db
        .updateTable('content_versions')
        .set(change)
        .where('file', '=', file)
        .where('number', '=', number)
        .execute();
      result.changed += 1;
      if (isNow) result.left.push(mentionOf(version, 'the file of now names the person'));
    }
    result.left.push(...mentionsIn({ ...version, text: after }, person));
  }
  return result;
}

/** The references of the leads of a person. */
export async function referencesOf(db: Kysely<Schema>, emailAddresses: readonly string[]): Promise<string[]> {
  const leads = await db.selectFrom('leads').select('reference').where('email', 'in', emailAddresses).execute();
  return leads.map(({ reference }) => reference);
}

async function* allVersions(db: Kysely<Schema>): AsyncGenerator<Version> {
  const names = await db.selectFrom('content_versions').select('file').distinct().orderBy('file').execute();
  for (let from = 0; from < names.length; from += FILES_AT_ONCE) {
    const files = names.slice(from, from + FILES_AT_ONCE).map(({ file }) => file);
    const rows = await db
      .selectFrom('content_versions')
      .select(['file', 'number', 'body', 'replaced_at'])
      .where('file', 'in', files)
      .where('body', 'is not', null)
      .$narrowType<{ body: NotNull }>()
      .execute();
    for (const { file, number, body, replaced_at } of rows)
      yield { file, number, text: unpacked(body), isNow: replaced_at === null };
  }
}

const isTheirs = (text: string, { references }: PersonInTexts) =>
  references.some((reference) => text.includes(`"${reference}"`));

function mentionsIn(version: Version, person: PersonInTexts): Mention[] {
  if (isTheirs(version.text, person)) return [mentionOf(version, 'a text that the person sent')];
  const words = mentionIn(version.text, person.traces);
  return words === null ? [] : [mentionOf(version, words)];
}

const mentionOf = ({ file, number }: Version, words: string): Mention => ({
  table: 'content_versions',
  record: `${file}, version ${number}`,
  words,
});
