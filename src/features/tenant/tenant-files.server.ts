import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { formatDate } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { TenantDocumentRow, TenantFileRow } from '../../platform/database/owner-schema.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import { seal, unseal } from '../../platform/files/sealed-bytes.server.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { parsed, textsByName } from '../../platform/values/parsed.ts';
import { agencyMail, agencyRecipients, type StudioPlace, studioLink, toEach } from '../agency/agency-mail.server.ts';
import { regionOf } from '../place/region.ts';
import { titleAndTown } from '../property/words.server.ts';
import { type AllowedQuestions, allowedQuestions, type TenantValues } from './tenant.ts';

/** The dependencies of the files of candidate tenants. */
export type TenantContext = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

const DAY_MS = 86_400_000;
const after = (days: number, nowMs: number) => new Date(nowMs + days * DAY_MS).toISOString();

/** Where the values of a file are sealed. */
const sealName = (id: string) => `tenant ${id}`;

/** What may be asked about a property in a stage; null for a sale, and where no rule is known. */
export function questionsOf(
  site: Pick<Site, 'listing'>,
  { property_id, stage }: Pick<TenantFileRow, 'property_id' | 'stage'>,
): AllowedQuestions | null {
  const listing = site.listing(Number(property_id));
  const region = listing && regionOf({ CountryID: listing.countryId, Zip: listing.zip });
  return listing?.goal === 'rent' && region ? allowedQuestions(region, stage) : null;
}

/** Whether the file of a visitor can be asked for: after the viewing of a rental, where the settings want it. */
export function canAsk(
  site: Pick<Site, 'listing' | 'settings'>,
  viewing: Pick<ViewingRow, 'property_id' | 'starts_at' | 'state'>,
  nowMs = Date.now(),
): boolean {
  const isSeen = viewing.state === 'confirmed' || viewing.state === 'done';
  const isOver = Date.parse(viewing.starts_at) < nowMs;
  const isAsked = site.settings.tenants.askFiles && isSeen && isOver;
  return isAsked && questionsOf(site, { property_id: viewing.property_id, stage: 'candidate' }) !== null;
}

/** Asks a visitor for a file by mail; asking twice has the same effect as once. False where it may not be asked for. */
export async function askForFile(context: TenantContext, viewing: ViewingRow, nowMs = Date.now()): Promise<boolean> {
  const { database, site } = context;
  if (!canAsk(site, viewing, nowMs)) return false;
  const row: TenantFileRow = {
    id: newId(nowMs),
    viewing_id: viewing.id,
    property_id: viewing.property_id,
    ...{ language: viewing.language, name: viewing.name, email: viewing.email },
    ...{ stage: 'candidate', state: 'asked', content: null, sent_at: null, decided_at: null },
    created_at: new Date(nowMs).toISOString(),
    deletes_at: after(site.settings.tenants.openDays, nowMs),
  };
  await database.transaction(async (transaction) => {
    const added = await transaction
      .insertInto('tenant_files')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (added.length > 0) await enqueue(transaction, [askMail(row, context)], { nowMs });
  });
  return true;
}

/** The file with this ID; null when there is none, or its day of deletion has come. */
export async function findFile(
  { db }: Pick<Database, 'db'>,
  id: string,
  nowMs = Date.now(),
): Promise<TenantFileRow | null> {
  const file = await db.selectFrom('tenant_files').selectAll().where('id', '=', id).executeTakeFirst();
  return file && Date.parse(file.deletes_at) > nowMs ? file : null;
}

/** The file that belongs to a viewing; null when there is none. */
export async function fileOfViewing(
  { db }: Pick<Database, 'db'>,
  viewingId: string,
  nowMs = Date.now(),
): Promise<TenantFileRow | null> {
  const file = await db.selectFrom('tenant_files').select('id').where('viewing_id', '=', viewingId).executeTakeFirst();
  return file ? findFile({ db }, file.id, nowMs) : null;
}

/** The proofs of a file, oldest first. */
export const documentsOfFile = ({ db }: Pick<Database, 'db'>, fileId: string): Promise<TenantDocumentRow[]> =>
  db.selectFrom('tenant_documents').selectAll().where('file_id', '=', fileId).orderBy('id').execute();

/** The values of a file; empty while nothing was sent, or when they cannot be opened with this secret. */
export function valuesOfFile({ id, content }: Pick<TenantFileRow, 'id' | 'content'>, secret: string): TenantValues {
  const opened = content === null ? null : unseal(content, secret, sealName(id));
  return opened ? parsed(textsByName, opened.toString('utf8')) : {};
}

/** Values that are sealed for a file. */
export const sealedValues = (id: string, values: TenantValues, secret: string): string =>
  seal(Buffer.from(JSON.stringify(values)), secret, sealName(id));

/** A proof of a file with its bytes; null when it is not of this file, or cannot be opened. */
export async function openTenantDocument(
  { db }: Pick<Database, 'db'>,
  secret: string,
  { fileId, id }: { fileId: string; id: string },
): Promise<{ document: TenantDocumentRow; content: Buffer } | null> {
  const document = (await documentsOfFile({ db }, fileId)).find((one) => one.id === id);
  const file = await db.selectFrom('sealed_files').select('content').where('document_id', '=', id).executeTakeFirst();
  const content = document && file ? unseal(file.content, secret, id) : null;
  return document && content ? { document, content } : null;
}

/**
 * Records what the owner decided on a file, and mails the candidate: who is chosen is asked for what the contract
 * needs. The file is deleted some days later. False for one that was decided before.
 */
export async function decideFile(
  context: TenantContext,
  file: TenantFileRow,
  decision: 'chosen' | 'declined',
  nowMs = Date.now(),
): Promise<boolean> {
  const { database, site } = context;
  const { decidedDays, openDays } = site.settings.tenants;
  return database.transaction(async (transaction) => {
    const isChosen = decision === 'chosen';
    // Who is chosen needs time to send what the contract needs.
    const change = {
      state: decision,
      ...(isChosen && { stage: 'contract' as const }),
      decided_at: new Date(nowMs).toISOString(),
      deletes_at: after(isChosen ? Math.max(decidedDays, openDays) : decidedDays, nowMs),
    };
    const changed = await transaction
      .updateTable('tenant_files')
      .set(change)
      .where('id', '=', file.id)
      .where('state', 'in', isChosen ? ['asked', 'sent'] : ['asked', 'sent', 'chosen'])
      .returningAll()
      .executeTakeFirst();
    if (!changed) return false;
    await enqueue(transaction, [decisionMail(changed, context)], { nowMs });
    return true;
  });
}

type Sender = Pick<TenantContext, 'site' | 'secret' | 'siteUrl'>;

/** What the mails to a candidate share. */
function toCandidate(file: TenantFileRow, { site, secret, siteUrl }: Sender) {
  const language = site.languages.find((code) => code === file.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(file.property_id));
  const about = listing ? titleAndTown(listing, language) : file.property_id;
  const href = mailLinkUrl({ siteUrl, secret }, language, { do: 'tenant-file', file: file.id });
  const mail = { to: file.email, office: site.officeOf(listing).id, name: file.name, language };
  return { t, about, href, mail, until: formatDate(file.deletes_at, language) };
}

/** Asks a visitor for a file, by a link that only they have. */
function askMail(file: TenantFileRow, sender: Sender): OutgoingMail {
  const { t, about, href, mail, until } = toCandidate(file, sender);
  return agencyMail(sender.site, {
    ...mail,
    kind: 'tenant-file',
    subject: t('TENANT_MAIL_ASK', { title: about }),
    paragraphs: [t('TENANT_MAIL_ASK_TEXT'), t('TENANT_NEVER'), t('TENANT_DELETED_ON', { date: until })],
    button: { label: t('TENANT_MAIL_BUTTON'), href },
  });
}

/** Tells a candidate what was decided; who is chosen is asked for what the contract needs. */
function decisionMail(file: TenantFileRow, sender: Sender): OutgoingMail {
  const { t, about, href, mail, until } = toCandidate(file, sender);
  const isChosen = file.state === 'chosen';
  return agencyMail(sender.site, {
    ...mail,
    kind: `tenant-${file.state}`,
    subject: t(isChosen ? 'TENANT_MAIL_CHOSEN' : 'TENANT_MAIL_DECLINED', { title: about }),
    paragraphs: [
      t(isChosen ? 'TENANT_MAIL_CHOSEN_TEXT' : 'TENANT_MAIL_DECLINED_TEXT'),
      t('TENANT_DELETED_ON', { date: until }),
    ],
    ...(isChosen && { button: { label: t('TENANT_MAIL_BUTTON'), href } }),
  });
}

/** Tells the agency that a file came in; what it says stays in the studio. */
export function sentMail(file: TenantFileRow, sender: Sender & StudioPlace): OutgoingMail[] {
  const { site } = sender;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(file.property_id));
  const office = site.officeOf(listing).id;
  const mail = agencyMail(site, {
    ...{ kind: 'tenant-file-agency', to: '', replyTo: file.email, language },
    subject: t('TENANT_MAIL_SENT', { name: file.name }),
    paragraphs: [t('TENANT_MAIL_SENT_TEXT')],
    button: studioLink(sender, `agenda/${file.viewing_id}/`, language),
    rows: [[t('PROPERTY'), listing ? titleAndTown(listing, language) : file.property_id]],
  });
  return toEach(agencyRecipients(site, { agent: listing?.manager, office }), mail);
}
