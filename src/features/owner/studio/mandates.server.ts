import { readPropertyFile } from '../../../content/files/read-content.server.ts';
import type { Ctx } from '../../../content/site/ctx.server.ts';
import { parseDate } from '../../../i18n/format.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { localized } from '../../../i18n/languages.ts';
import { newId } from '../../../platform/database/new-id.server.ts';
import type { OwnerRole, PropertyEntryRow } from '../../../platform/database/owner-schema.ts';
import { isVisitorEmailAddress } from '../../../platform/text/contact-details.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import { titleOf } from '../../property/listing.ts';
import type { Property } from '../../property/property.ts';
import { isWithin, type Reach, reachOf } from '../../staff/rights.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
import { recordStaffEvent } from '../../staff/staff-events.server.ts';
import { addOwner, changeOwner, linkOwner, listOwners, type OwnerDetails } from '../accounts.server.ts';
import { checklistOf } from '../checklist.ts';
import { ownerDocumentsOf } from '../owner-documents.server.ts';
import { CONTACTS, type ContactKind } from './mandate.ts';

type Parts = Pick<Ctx, 'contentDir' | 'database' | 'site' | 'siteUrl' | 'wakeOutbox'>;

/** The names of the files of properties. */
interface PropertyNames {
  names(kind: 'properties'): string[];
}

// The mandates of the agency: a property with its owners, its documents and what was agreed.

/** The file of a property that somebody may see the owners of; null for any other. */
function propertyOf(ctx: Parts, id: string, person: StaffMember, reach: Reach | null): Property | null {
  const property = readPropertyFile(ctx.contentDir, id);
  const agent = property?.Manager ?? null;
  return property && isWithin(reach, person.member ?? '', agent || null) ? property : null;
}

/** The properties of which somebody may add owners, those that are not published yet included. */
export function mandateProperties(ctx: Parts & { files: PropertyNames }, person: StaffMember) {
  const reach = reachOf(person.role, 'owners.invite');
  const { language } = person;
  return ctx.files.names('properties').flatMap((name) => {
    // Those of the live version are known without reading their files.
    const listing = ctx.site.listing(Number(name));
    if (listing)
      return isWithin(reach, person.member ?? '', listing.manager) ? [{ name, title: titleOf(listing, language) }] : [];
    const property = propertyOf(ctx, name, person, reach);
    return property ? [{ name, title: localized(property.TypeDescription, language) }] : [];
  });
}

/** What is known of a mandate; null for a property that there is not, or that is another agent's. */
export async function mandate(ctx: Parts, id: string, person: StaffMember, reach: Reach) {
  const property = propertyOf(ctx, id, person, reach);
  if (!property) return null;
  const owners = (await listOwners(ctx.database)).flatMap(({ properties, ...owner }) => {
    const link = properties.find((one) => one.id === id);
    return link ? [{ ...owner, role: link.role }] : [];
  });
  const sent = new Set((await ownerDocumentsOf(ctx.database, id)).map(({ kind }) => kind));
  const kinds = new Set(property.Documents.map(({ Kind }) => Kind));
  const entries = await ctx.database.db
    .selectFrom('property_entries')
    .selectAll()
    .where('property_id', '=', id)
    .where('kind', '!=', 'viewing')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    id,
    property,
    owners,
    entries,
    agent: ctx.site.members.find((member) => member.id === property.Manager)?.name ?? null,
    checklist: checklistOf(property, { kinds, sent }, ctx.site.settings.portal.checklist, brusselsDay(Date.now())),
    mayInvite: propertyOf(ctx, id, person, reachOf(person.role, 'owners.invite')) !== null,
  };
}

/** Somebody who owns a property, as staff write it down. */
export interface MandateOwner {
  email: string;
  name: string;
  language: string;
  role: OwnerRole;
  /** Whether a new owner gets the mail with which a password is chosen. */
  isInvited: boolean;
}

/** Adds an owner to a property, and invites one who is new; a code for what is wrong. */
export async function addMandateOwner(
  ctx: Parts,
  id: string,
  owner: MandateOwner,
  person: StaffMember,
): Promise<'done' | 'unknown' | 'email' | 'name'> {
  if (!propertyOf(ctx, id, person, reachOf(person.role, 'owners.invite'))) return 'unknown';
  if (!isVisitorEmailAddress(owner.email)) return 'email';
  if (!owner.name) return 'name';
  const language = ctx.site.languages.find((code) => code === owner.language) ?? ctx.site.defaultLanguage;
  const added = { email: owner.email, name: owner.name, language, properties: [{ id, role: owner.role }] };
  await addOwner(ctx.database, added, { site: ctx.site, siteUrl: ctx.siteUrl, invite: owner.isInvited });
  await record(ctx, person, 'owner-add', owner.email, { property: id, role: owner.role });
  ctx.wakeOutbox();
  return 'done';
}

/** Changes the name, the language or the email address of an owner of a property; a code for what is wrong. */
export async function changeMandateOwner(
  ctx: Parts,
  id: string,
  email: string,
  details: OwnerDetails,
  person: StaffMember,
): Promise<Awaited<ReturnType<typeof changeOwner>>> {
  const owners = await listOwners(ctx.database);
  const isOwner = owners.some((owner) => owner.email === email && owner.properties.some((one) => one.id === id));
  if (!isOwner || !propertyOf(ctx, id, person, reachOf(person.role, 'owners.invite'))) return 'unknown';
  const result = await changeOwner(ctx, email, details);
  if (result === 'done') await record(ctx, person, 'owner-change', details.email, { property: id });
  return result;
}

/** Ends that an owner sees a property; false for a property of another agent. */
export async function removeMandateOwner(ctx: Parts, id: string, email: string, person: StaffMember): Promise<boolean> {
  if (!propertyOf(ctx, id, person, reachOf(person.role, 'owners.invite'))) return false;
  await linkOwner(ctx.database, email, id, null);
  await record(ctx, person, 'owner-remove', email, { property: id });
  return true;
}

/** What somebody at the agency notes about a mandate. */
export interface MandateEntry {
  kind: ContactKind;
  day: string;
  text: string;
  link: string;
}

const BLANK = { type: '', contact: '', subject: '', comment: '', status: '', source: '', link: '' };

/** Keeps a contact with the owner, a publication or a note for colleagues; a code for what is wrong. */
export async function addMandateEntry(
  ctx: Parts,
  id: string,
  { kind, day, text, link }: MandateEntry,
  person: StaffMember,
): Promise<'done' | 'unknown' | 'empty' | 'choose'> {
  if (!propertyOf(ctx, id, person, reachOf(person.role, 'owners.invite'))) return 'unknown';
  if (!text) return 'empty';
  if (!parseDate(day) || (link && !(URL.canParse(link) && /^https?:/.test(link)))) return 'choose';
  const t = labelsIn(ctx.site.defaultLanguage);
  const { list, label } = CONTACTS[kind];
  const words: Partial<PropertyEntryRow> =
    list === 'media'
      ? { source: text, link, status: 'online' }
      : list === 'appearance'
        ? { type: t(label), subject: text, link, source: link && new URL(link).hostname }
        : { type: t(label), comment: text, contact: person.name };
  const row = { ...BLANK, ...words, id: newId(), property_id: id, kind: list, at: day };
  await ctx.database.db
    .insertInto('property_entries')
    .values({ ...row, external_id: `studio:${row.id}`, created_at: new Date().toISOString() })
    .execute();
  await record(ctx, person, 'mandate-note', id, { kind });
  return 'done';
}

/** Takes away what staff noted about a mandate; what was imported stays. */
export async function removeMandateEntry(ctx: Parts, id: string, entry: string, person: StaffMember): Promise<boolean> {
  if (!propertyOf(ctx, id, person, reachOf(person.role, 'owners.invite'))) return false;
  const { numDeletedRows } = await ctx.database.db
    .deleteFrom('property_entries')
    .where('property_id', '=', id)
    .where('id', '=', entry)
    .where('external_id', 'like', 'studio:%')
    .executeTakeFirst();
  if (numDeletedRows > 0n) await record(ctx, person, 'mandate-note-remove', id, {});
  return numDeletedRows > 0n;
}

const record = (ctx: Parts, person: StaffMember, action: string, subject: string, after: object) =>
  recordStaffEvent(ctx.database.db, { staffId: person.id, who: person.name, action, subject, after });
