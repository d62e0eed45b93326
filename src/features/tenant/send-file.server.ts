import { newId } from '../../platform/database/new-id.server.ts';
import type { TenantFileRow } from '../../platform/database/tenant-schema.ts';
import { seal } from '../../platform/files/sealed-bytes.server.ts';
import { type ReceivedProblem, receivedDocument } from '../../platform/media/received-document.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { documentsOfFile, questionsOf, sealedValues, type TenantContext, valuesOfFile } from './tenant-files.server.ts';
import { sentMail } from './tenant-mails.server.ts';
import { type AllowedQuestions, TENANT_PROOFS, type TenantField, type TenantProof } from './tenant-stages.ts';
import { readTenantValues } from './tenant-values.ts';

/** How many proofs a file can have. */
const MOST_DOCUMENTS = 12;

/** What a candidate posts: the fields as they were typed, and files by the proof that they are. */
export interface SentFile {
  raw: Readonly<Record<string, unknown>>;
  files: ReadonlyMap<string, { name: string; bytes: Uint8Array }>;
}

export type SendResult =
  | { ok: true }
  | { ok: false; problem: 'over' | 'too-many' | ReceivedProblem }
  | { ok: false; problem: 'fields'; wrong: readonly TenantField[]; file: ReceivedProblem | null };

/** Whether a candidate may post once more now; asked before files are read. */
export const mayPost = async ({ database }: Pick<TenantContext, 'database'>, fileId: string): Promise<boolean> =>
  (await limit(database, `tenant-file:${fileId}`, { points: 30, seconds: 3600 })).ok;

/**
 * Stores what a candidate sends, encrypted: the fields that the law of the region allows in this stage and no others,
 * and proofs. What was right is kept when something else is wrong.
 */
export async function sendFile(
  context: TenantContext,
  file: TenantFileRow,
  { raw, files }: SentFile,
  nowMs = Date.now(),
): Promise<SendResult> {
  const { database, secret, site } = context;
  const allowed = questionsOf(site, file);
  if (!allowed || file.state === 'declined') return { ok: false, problem: 'over' };
  const received = receivedProofs(allowed, files);
  const { values, wrong } = readTenantValues(raw, allowed);
  const kept = { ...valuesOfFile(file, secret), ...values };
  const known = await documentsOfFile(database, file.id);
  const isTooMany = known.length + received.documents.length > MOST_DOCUMENTS;
  await database.transaction(async (transaction) => {
    if (!isTooMany)
      for (const { bytes, ...document } of received.documents) {
        const row = {
          ...document,
          id: newId(nowMs),
          file_id: file.id,
          at: new Date(nowMs).toISOString(),
          bytes: bytes.length,
        };
        const added = await transaction
          .insertInto('tenant_documents')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute();
        if (added.length > 0)
          await transaction
            .insertInto('sealed_files')
            .values({ document_id: row.id, content: seal(bytes, secret, row.id) })
            .execute();
      }
    const isWhole = wrong.length === 0 && !received.problem && !isTooMany;
    const sent = { state: 'sent' as const, sent_at: new Date(nowMs).toISOString() };
    await transaction
      .updateTable('tenant_files')
      .set({
        content: sealedValues(file.id, kept, secret),
        ...(isWhole && (file.state === 'asked' ? sent : { sent_at: sent.sent_at })),
      })
      .where('id', '=', file.id)
      .execute();
    // A change of a whole file is no news for the agency within the same day.
    if (isWhole && file.sent_at?.slice(0, 10) !== sent.sent_at.slice(0, 10))
      await enqueue(transaction, sentMail(file, context), { nowMs });
  });
  if (isTooMany) return { ok: false, problem: 'too-many' };
  // Everything that is wrong is said at once.
  if (wrong.length > 0) return { ok: false, problem: 'fields', wrong, file: received.problem };
  return received.problem ? { ok: false, problem: received.problem } : { ok: true };
}

/** The files that are proofs which may be asked for, and why another one was left out. */
function receivedProofs({ proofs }: AllowedQuestions, files: SentFile['files']) {
  let problem: ReceivedProblem | null = null;
  const documents = TENANT_PROOFS.flatMap((kind: TenantProof) => {
    const file = proofs.includes(kind) ? files.get(kind) : undefined;
    if (!file) return [];
    const received = receivedDocument(file.name, file.bytes);
    if (typeof received === 'string') {
      problem = received;
      return [];
    }
    return [{ ...received, kind, bytes: file.bytes }];
  });
  return { documents, problem: problem as ReceivedProblem | null };
}
