import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { formatDateInWords } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { mailLinkUrl, readMailLink } from '../../platform/signing/mail-link.server.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { type Listing, titleOf } from '../property/listing.ts';

/** A document ready to be sent: its bytes, its size and the name to save it under. */
interface OpenedDocument {
  /** Its path below content/documents/, by which openings are counted. */
  file: string;
  stream: Readable;
  size: number;
  name: string;
  type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** The documents of a property as a visitor may know them: position in the list and title. */
export function documentsOf(
  site: Site,
  propertyId: number,
  language: string,
): { n: number; title: string; isPublic: boolean }[] {
  return contentDocumentsOf(site, propertyId).map((document, n) => ({
    n,
    title: localized(document.Title, language) || Object.values(document.Title)[0] || document.Kind,
    isPublic: document.Public === true,
  }));
}

const contentDocumentsOf = (site: Site, propertyId: number) =>
  Object.hasOwn(site.documents, String(propertyId)) ? (site.documents[String(propertyId)] ?? []) : [];

/**
 * Opens a document by its position in the list of its property; null when there is none, or its file is not below
 * content/documents/.
 */
export async function openDocument(
  site: Site,
  contentDir: string,
  propertyId: number,
  n: number,
  language: string,
): Promise<OpenedDocument | null> {
  const document = contentDocumentsOf(site, propertyId)[n];
  if (!document) return null;
  const folder = join(contentDir, 'documents');
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, document.File))]);
    const facts = await stat(file);
    if (!file.startsWith(root + sep) || !facts.isFile()) return null;
    const extension = extname(file).toLowerCase();
    const title = localized(document.Title, language) || Object.values(document.Title)[0] || document.Kind;
    return {
      file: document.File,
      stream: createReadStream(file),
      size: facts.size,
      name: `${propertyId}-${slugOf(title) || document.Kind}${extension}`,
      type: TYPES[extension] ?? 'application/octet-stream',
    };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return null;
    throw error;
  }
}

type DocumentContext = Pick<Ctx, 'contentDir' | 'database' | 'recordEvent' | 'secret' | 'site'>;

/** The property and lead of a mailed link to documents; null when it is invalid, expired or for another purpose. */
function grantOf(secret: string, token: string): { propertyId: number; leadId: string } | null {
  const link = readMailLink(secret, token);
  return link?.do === 'documents' ? { propertyId: Number(link.property), leadId: link.lead } : null;
}

/** The documents that a mailed link opens; null when the link is invalid or expired. */
export function listByLink({ site, secret }: Pick<Ctx, 'site' | 'secret'>, token: string, language: string) {
  const grant = grantOf(secret, token);
  return grant && { propertyId: grant.propertyId, documents: documentsOf(site, grant.propertyId, language) };
}

/**
 * Opens one document of a mailed link and records it; null when the link does not include it or its lead was erased.
 */
export async function openByLink(
  { database, site, secret, contentDir, recordEvent }: DocumentContext,
  token: string,
  n: number,
  language: string,
): Promise<OpenedDocument | null> {
  const grant = grantOf(secret, token);
  if (!grant) return null;
  const lead = await database.db
    .selectFrom('leads')
    .select('id')
    .where('id', '=', grant.leadId)
    .where('property_id', '=', String(grant.propertyId))
    .executeTakeFirst();
  const document = lead && (await openDocument(site, contentDir, grant.propertyId, n, language));
  if (!document) return null;
  const opening = { propertyId: grant.propertyId, document: document.file, leadId: grant.leadId };
  await database.transaction(async (transaction) => {
    const id = await noteOpening(transaction, opening);
    await recordEvent(transaction, { type: 'document.opened', id });
  });
  return document;
}

/** Opens one document of a mailed link; a link that is refused is logged. */
export async function openMailed(
  ctx: DocumentContext & Pick<Ctx, 'events'>,
  token: string,
  n: number,
  language: string,
): Promise<OpenedDocument | null> {
  return ctx.events.opened('documents', await openByLink(ctx, token, n, language));
}

/** Who opens a public document again within this time is counted once. */
const ONCE = { points: 1, seconds: 1800 };

/** Opens a document that anybody may see, such as an energy certificate; null for all others. */
export async function openPublic(
  { database, site, contentDir }: Omit<DocumentContext, 'secret' | 'recordEvent'>,
  propertyId: number,
  n: number,
  language: string,
  ipAddress: string,
): Promise<OpenedDocument | null> {
  if (!documentsOf(site, propertyId, language)[n]?.isPublic) return null;
  const document = await openDocument(site, contentDir, propertyId, n, language);
  if (!document) return null;
  const reader = `open-document:${document.file}:${ipAddressGroup(ipAddress)}`;
  const isNew = (await limit(database, reader, ONCE)).ok;
  if (isNew) await noteOpening(database.db, { propertyId, document: document.file, leadId: null });
  return document;
}

/**
 * Records that a document was opened, for the statistics of the owner, and returns the ID of the record; the lead
 * identifies the person.
 */
async function noteOpening(
  db: Kysely<Schema>,
  opening: { propertyId: number; document: string; leadId: string | null },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('document_openings')
    .values({
      id,
      property_id: String(opening.propertyId),
      document: opening.document,
      at: new Date().toISOString(),
      lead_id: opening.leadId,
    })
    .execute();
  return id;
}

const DAY_MS = 86_400_000;

/** The mail with the personal link to the documents of a property. */
export function documentsMail(
  {
    leadId,
    listing,
    email,
    name,
    language,
  }: { leadId: string; listing: Listing; email: string; name: string; language: string },
  { site, ...sender }: { site: Site; siteUrl: string; secret: string },
): OutgoingMail {
  const t = labelsIn(language);
  const documents = documentsOf(site, listing.id, language);
  const validMs = site.settings.alerts.documentDays * DAY_MS;
  const date = formatDateInWords(new Date(Date.now() + validMs).toISOString(), language);
  const link = { do: 'documents', property: String(listing.id), lead: leadId } as const;
  return agencyMail(site, {
    kind: 'documents',
    to: email,
    office: site.officeOf(listing).id,
    name,
    language,
    subject: t('MAIL_DOCUMENTS_SUBJECT', { title: titleOf(listing, language) }),
    paragraphs:
      documents.length > 0
        ? [t('MAIL_DOCUMENTS_INTRO', { date }), documents.map(({ title }) => `– ${title}`).join('\n')]
        : [t('MAIL_DOCUMENTS_NONE')],
    ...(documents.length > 0 && {
      button: { label: t('OPEN_DOCUMENTS'), href: mailLinkUrl(sender, language, link, validMs) },
    }),
  });
}
