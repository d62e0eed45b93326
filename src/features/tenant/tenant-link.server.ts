import type { Ctx } from '../../content/site/ctx.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { TenantFileRow } from '../../platform/database/owner-schema.ts';
import { seal } from '../../platform/files/sealed-bytes.server.ts';
import { type ReceivedProblem, receivedDocument } from '../../platform/media/received-document.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { readMailLink } from '../../platform/signing/mail-link.server.ts';
import type { OwnedProperty } from '../owner/owned-property.server.ts';
import { type AllowedQuestions, incomeInRents, readTenantValues, TENANT_PROOFS, type TenantField } from './tenant.ts';
import {
  documentsOfFile,
  findFile,
  questionsOf,
  sealedValues,
  sentMail,
  type TenantContext,
  valuesOfFile,
} from './tenant-files.server.ts';

/** How many proofs a file can have. */
const MOST_DOCUMENTS = 12;

/** What a candidate posts: the fields as they were typed, and files by the proof that they are. */
interface SentFile {
  raw: Readonly<Record<string, unknown>>;
  files: ReadonlyMap<string, { name: string; bytes: Uint8Array }>;
}

export type SendResult =
  | { ok: true }
  | { ok: false; problem: 'over' | 'too-many' | ReceivedProblem }
  | { ok: false; problem: 'fields'; wrong: readonly TenantField[]; file: ReceivedProblem | null };

/** Whether a candidate may post once more now; asked before files are read. */
const mayPost = async ({ database }: Pick<TenantContext, 'database'>, fileId: string): Promise<boolean> =>
  (await limit(database, `tenant-file:${fileId}`, { points: 30, seconds: 3600 })).ok;

/**
 * Stores what a candidate sends, encrypted: the fields that the law of the region allows in this stage and no others,
 * and proofs. What was right is kept when something else is wrong.
 */
async function sendFile(
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
  const documents = [];
  for (const kind of TENANT_PROOFS) {
    const file = proofs.includes(kind) ? files.get(kind) : undefined;
    const received = file && receivedDocument(file.name, file.bytes);
    if (typeof received === 'string') problem = received;
    else if (file && received) documents.push({ ...received, kind, bytes: file.bytes });
  }
  return { documents, problem };
}

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

// What candidate tenants see and send, by the link of their mail.

async function fileOf(ctx: Parts, token: string) {
  const link = readMailLink(ctx.secret, token);
  return link?.do === 'tenant-file' ? findFile(ctx.database, link.file) : null;
}

/** The file of a link with what may be asked now; null when there is none, or it has been deleted. */
export async function ofLink(ctx: Parts, token: string) {
  const file = await fileOf(ctx, token);
  const allowed = file && questionsOf(ctx.site, file);
  if (!file || !allowed) return null;
  return {
    file,
    allowed,
    values: valuesOfFile(file, ctx.secret),
    documents: await documentsOfFile(ctx.database, file.id),
  };
}

/** Whether what is posted to a link may be read. */
export async function admits(ctx: Parts, token: string): Promise<'yes' | 'over' | 'too-often'> {
  const file = await fileOf(ctx, token);
  if (!file) return 'over';
  return (await mayPost(ctx, file.id)) ? 'yes' : 'too-often';
}

/** Stores what a candidate sends. */
export async function send(ctx: Parts, token: string, sent: SentFile) {
  const file = await fileOf(ctx, token);
  if (!file) return { ok: false, problem: 'over' } as const;
  const result = await sendFile(ctx, file, sent);
  if (result.ok) ctx.wakeOutbox();
  return result;
}

/** The candidates for a property without names, for its owner; empty where the settings keep them private. */
export async function summaryOf(ctx: Parts, property: OwnedProperty) {
  if (!ctx.site.settings.tenants.ownerSummary) return [];
  const files = await ctx.database.db
    .selectFrom('tenant_files')
    .selectAll()
    .where('property_id', '=', property.id)
    .where('state', '<>', 'asked')
    .where('deletes_at', '>', new Date().toISOString())
    .orderBy('id')
    .execute();
  const rent = ctx.site.listing(Number(property.id))?.price ?? null;
  return Promise.all(
    files.map(async (file) => {
      const { netIncome, persons } = valuesOfFile(file, ctx.secret);
      const documents = await documentsOfFile(ctx.database, file.id);
      return {
        state: file.state,
        sentAt: file.sent_at,
        rents: incomeInRents(netIncome === undefined ? null : Number(netIncome), rent),
        persons: persons === undefined ? null : Number(persons),
        proofs: documents.length,
      };
    }),
  );
}
