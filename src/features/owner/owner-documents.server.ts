import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { OwnerDocumentRow } from '../../platform/database/owner-schema.ts';
import { seal, unseal } from '../../platform/files/sealed-bytes.server.ts';
import { type ReceivedProblem, receivedDocument } from '../../platform/media/received-document.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { present } from '../../platform/values/values.ts';
import { agencyMail, agencyRecipients, type StudioPlace, studioLink, toEach } from '../agency/agency-mail.server.ts';
import { DOCUMENT_KINDS } from '../property/media-items.ts';
import { titleAndTown } from '../property/words.server.ts';
import type { Reach } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import type { OwnedProperty } from './owned-property.server.ts';
import type { Owner } from './sessions.server.ts';

/** How many documents there can be for a property. */
const MOST_DOCUMENTS = 40;

/** Why a document was not stored. */
export type DocumentProblem = ReceivedProblem | 'too-many';

export type SentDocument = { ok: true; isKnown: boolean } | { ok: false; problem: DocumentProblem };

/** Whether an owner may send one more document now; asked before it is read. */
export const maySendDocument = async (database: Database, owner: Pick<Owner, 'id'>): Promise<boolean> =>
  (await limit(database, `owner-document:${owner.id}`, { points: 30, seconds: 3600 })).ok;

/**
 * Stores a document that an owner sends, encrypted, and mails the agency and a receipt to the owner; the same file for
 * the same property is stored once.
 */
export async function sendOwnerDocument(
  {
    property,
    owner,
    kind,
    name,
    bytes,
  }: {
    property: OwnedProperty;
    owner: Owner;
    kind: string;
    name: string;
    bytes: Uint8Array | null;
  },
  { database, site, secret, ...place }: { database: Database; site: Site; secret: string } & StudioPlace,
): Promise<SentDocument> {
  const received = receivedDocument(name, bytes);
  if (typeof received === 'string') return { ok: false, problem: received };
  const row: OwnerDocumentRow = {
    id: newId(),
    owner_id: owner.id,
    property_id: property.id,
    kind: DOCUMENT_KINDS.find((one) => one === kind) ?? 'other',
    ...received,
    at: new Date().toISOString(),
  };
  return database.transaction(async (transaction): Promise<SentDocument> => {
    const own = transaction.selectFrom('owner_documents').where('property_id', '=', property.id);
    const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (Number(count) >= MOST_DOCUMENTS) return { ok: false, problem: 'too-many' };
    const added = await transaction
      .insertInto('owner_documents')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (added.length === 0) return { ok: true, isKnown: true };
    const content = seal(present(bytes, name), secret, row.id);
    await transaction.insertInto('sealed_files').values({ document_id: row.id, content }).execute();
    await enqueue(transaction, mailsOf(row, owner, site, place));
    return { ok: true, isKnown: false };
  });
}

function mailsOf(row: OwnerDocumentRow, owner: Owner, site: Site, place: StudioPlace) {
  const listing = site.listing(Number(row.property_id));
  const office = site.officeOf(listing).id;
  const facts = (language: string) => {
    const t = labelsIn(language);
    const rows: (readonly [string, string])[] = [
      [t('PROPERTY'), listing ? titleAndTown(listing, language) : row.property_id],
      [t('DOCUMENT'), row.name],
    ];
    return { t, rows };
  };
  const language = site.languages.find((code) => code === owner.language) ?? site.defaultLanguage;
  const [own, agency] = [facts(language), facts(site.defaultLanguage)];
  const receipt = agencyMail(site, {
    ...{ kind: 'owner-document-receipt', to: owner.email, office, name: owner.name, language, rows: own.rows },
    subject: own.t('MAIL_DOCUMENT_RECEIPT'),
    paragraphs: [own.t('MAIL_DOCUMENT_RECEIPT_TEXT')],
    button: {
      label: own.t('DOCUMENTS'),
      href: `${place.siteUrl}${site.paths.to('owner-documents', language)}?property=${row.property_id}`,
    },
  });
  const toAgency = agencyMail(site, {
    ...{ kind: 'owner-document-agency', to: '', replyTo: owner.email, language: site.defaultLanguage },
    subject: agency.t('MAIL_DOCUMENT_SENT', { name: owner.name }),
    paragraphs: [agency.t('MAIL_DOCUMENT_SENT_TEXT', { name: owner.name })],
    rows: agency.rows,
    button: studioLink(place, `content/properties/${row.property_id}/photos/`, site.defaultLanguage),
  });
  return [receipt, ...toEach(agencyRecipients(site, { agent: listing?.manager, office }), toAgency)];
}

/** The documents that owners sent for a property, newest first. */
export const ownerDocumentsOf = ({ db }: Pick<Database, 'db'>, propertyId: string): Promise<OwnerDocumentRow[]> =>
  db.selectFrom('owner_documents').selectAll().where('property_id', '=', propertyId).orderBy('id', 'desc').execute();

/** A document that an owner sent, by its ID; null when there is none, or it cannot be opened with this secret. */
export async function openOwnerDocument(
  { db }: Pick<Database, 'db'>,
  secret: string,
  id: string,
): Promise<{ document: OwnerDocumentRow; content: Buffer } | null> {
  const document = await db.selectFrom('owner_documents').selectAll().where('id', '=', id).executeTakeFirst();
  const file = await db.selectFrom('sealed_files').select('content').where('document_id', '=', id).executeTakeFirst();
  const content = file ? unseal(file.content, secret, id) : null;
  return document && content ? { document, content } : null;
}

type Parts = Pick<Ctx, 'database' | 'secret' | 'site'>;

// The documents that owners sent, for staff who may see the owners of the property; opening one is in the audit.

function maySee(ctx: Parts, propertyId: string, person: StaffMember, reach: Reach | null) {
  return (
    reach === 'all' ||
    (reach === 'own' && person.member !== null && ctx.site.listing(Number(propertyId))?.manager === person.member)
  );
}

/** What owners sent for a property, for who may see its owners. */
export async function of(ctx: Parts, propertyId: string, person: StaffMember, reach: Reach | null) {
  return maySee(ctx, propertyId, person, reach) ? ownerDocumentsOf(ctx.database, propertyId) : [];
}

/** Opens one; null when there is none, or this person may not see the owners of its property. */
export async function open(ctx: Parts, id: string, person: StaffMember, reach: Reach) {
  const opened = await openOwnerDocument(ctx.database, ctx.secret, id);
  if (!opened || !maySee(ctx, opened.document.property_id, person, reach)) return null;
  const after = { property: opened.document.property_id, document: opened.document.name };
  const event = { staffId: person.id, who: person.name, action: 'owner-document', subject: id, after };
  await recordStaffEvent(ctx.database.db, event);
  return opened;
}
