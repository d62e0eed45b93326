import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { LeadFileRow } from '../../platform/database/staff-schema.ts';
import { seal, unseal } from '../../platform/files/sealed-bytes.server.ts';
import type { MailFile, ReceivedMail } from '../../platform/mail/received-mail.server.ts';
import { receivedDocument, safeFileName } from '../../platform/media/received-document.server.ts';

/** How many files the mails of a lead can have. */
const MOST_FILES = 60;

/** The lead and the entry to which the files of a mail belong. */
interface FilePlace {
  leadId: string;
  entryId: string;
}

/**
 * Stores the files of a mail, encrypted. One that must not be kept leaves its name and why; so does a mail that was too
 * large to be read.
 */
export async function storeFiles(
  db: Kysely<Schema>,
  { leadId, entryId }: FilePlace,
  { files, isCut, subject }: Pick<ReceivedMail, 'files' | 'isCut' | 'subject'>,
  { secret, nowMs }: { secret: string; nowMs: number },
): Promise<void> {
  const own = db.selectFrom('lead_files').where('lead_id', '=', leadId).where('problem', 'is', null);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  let left = MOST_FILES - Number(count);
  const store = async ({ name, content }: MailFile, refused: string | null) => {
    const id = newId(nowMs);
    const received = refused ?? receivedDocument(name, content);
    const facts =
      typeof received === 'string'
        ? { name: safeFileName(name), type: '', bytes: content.length, hash: '', problem: received }
        : { ...received, problem: null };
    const row = { id, lead_id: leadId, entry_id: entryId, at: new Date(nowMs).toISOString() };
    await db
      .insertInto('lead_files')
      .values({ ...row, ...facts })
      .execute();
    if (facts.problem !== null) return;
    left -= 1;
    await db
      .insertInto('sealed_files')
      .values({ document_id: id, content: seal(content, secret, id) })
      .execute();
  };
  if (isCut) await store({ name: `${subject || 'mail'}.eml`, content: new Uint8Array() }, 'too-large');
  for (const file of files.slice(0, MOST_FILES)) await store(file, left > 0 ? null : 'too-many');
}

/** The files of the mails that came to a lead, in their order. */
export const filesOf = ({ db }: Pick<Database, 'db'>, leadId: string): Promise<LeadFileRow[]> =>
  db.selectFrom('lead_files').selectAll().where('lead_id', '=', leadId).orderBy('id').execute();

/** A file of a lead with its bytes; null when there is none, or it cannot be opened with this secret. */
export async function openLeadFile(
  { db }: Pick<Database, 'db'>,
  secret: string,
  leadId: string,
  id: string,
): Promise<{ file: LeadFileRow; content: Buffer } | null> {
  const file = await db
    .selectFrom('lead_files')
    .selectAll()
    .where('id', '=', id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  const sealed = await db.selectFrom('sealed_files').select('content').where('document_id', '=', id).executeTakeFirst();
  const content = sealed ? unseal(sealed.content, secret, id) : null;
  return file && content ? { file, content } : null;
}
