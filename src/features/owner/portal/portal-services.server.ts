import { readPropertyFile } from '../../../content/files/read-content.server.ts';
import type { Ctx } from '../../../content/site/ctx.server.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import { bidsOn } from '../../bid/bids.server.ts';
import { openDocument } from '../../document/documents.server.ts';
import { storeSuggestion } from '../../lead/owner-suggestion.server.ts';
import type { ReportWords } from '../../print/draw-sheets.server.ts';
import { titleOf } from '../../property/listing.ts';
import { addressWords } from '../../property/words.server.ts';
import { viewFigures } from '../../statistics/view-figures.server.ts';
import { checklistOf } from '../checklist.ts';
import { askedFeedback, giveFeedback } from '../feedback.server.ts';
import { compareViews, propertyFigures, propertyOverview, reportWords } from '../overview.server.ts';
import { type OwnedProperty, ownedProperty, propertiesOfOwner } from '../owned-property.server.ts';
import {
  maySendDocument as isAllowed,
  openOwnerDocument,
  ownerDocumentsOf,
  sendOwnerDocument,
} from '../owner-documents.server.ts';
import { comingCalendar, comingViewings, replyToViewing } from '../owner-replies.server.ts';
import { propertyDocuments, propertyEntries } from '../property-entries.server.ts';
import type { EntryKind, EntryView, PropertyEntry } from '../property-entry.ts';
import type { Owner } from '../sessions.server.ts';

type Parts = Pick<Ctx, 'contentDir' | 'database' | 'events' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

// The portal functions that pages receive. Everything about a property requires an OwnedProperty, which only `property`
// returns.

/** The property that an owner may see; null for one of somebody else, which is logged. */
export async function property(ctx: Parts, owner: Owner, propertyId: string) {
  return ctx.events.property(owner.id, await ownedProperty(ctx.database, owner, propertyId));
}

/** The properties of an owner. */
export function properties(ctx: Parts, owner: Owner) {
  return propertiesOfOwner(ctx.database, owner);
}

/** The content of a property as its file has it. */
export function content(ctx: Parts, property: OwnedProperty) {
  return readPropertyFile(ctx.contentDir, property.id);
}

/** What happened for a property since a moment. */
export function overview(ctx: Parts, property: OwnedProperty, since: string) {
  return propertyOverview(ctx.database, property, since);
}

/** One page of the entries of a kind, such as requests or publications. */
export async function entries(ctx: Parts, property: OwnedProperty, kind: EntryKind, view: EntryView) {
  const { rows, count } = await propertyEntries(ctx.database, property, kind, view);
  const listing = ctx.site.listing(Number(property.id));
  const link = listing ? ctx.siteUrl + ctx.site.listingPath(listing, ctx.site.defaultLanguage) : '';
  // The places where this site itself publishes the property.
  const named = (row: PropertyEntry) =>
    row.origin === 'site' ? { ...row, source: ctx.site.settings.site.agency.name, link } : row;
  return { rows: rows.map(named), count };
}

/** The views and other figures of a property. */
export async function figures(ctx: Parts, property: OwnedProperty) {
  return {
    ...(await viewFigures(ctx.database, property.id)),
    ...(await propertyFigures(ctx.database, property)),
  };
}

/** The documents of a property. */
export function documents(ctx: Parts, property: OwnedProperty) {
  return propertyDocuments(ctx.database, property, ctx.contentDir);
}

/** The documents that its region asks for, and whether they are there. */
export async function checklist(ctx: Parts, property: OwnedProperty) {
  const content = readPropertyFile(ctx.contentDir, property.id);
  if (!content) return [];
  const sent = new Set((await ownerDocumentsOf(ctx.database, property.id)).map(({ kind }) => kind));
  const kinds = new Set(content.Documents.map(({ Kind }) => Kind));
  return checklistOf(content, { kinds, sent }, ctx.site.settings.portal.checklist, brusselsDay(Date.now()));
}

/** The documents that owners sent for a property. */
export function sentDocuments(ctx: Parts, property: OwnedProperty) {
  return ownerDocumentsOf(ctx.database, property.id);
}

/** Whether this owner may send one more document now. */
export function maySendDocument(ctx: Parts, owner: Owner) {
  return isAllowed(ctx.database, owner);
}

/** Stores a document that an owner sends, and mails the agency. */
export async function sendDocument(
  ctx: Parts,
  property: OwnedProperty,
  owner: Owner,
  sent: { kind: string; name: string; bytes: Uint8Array | null },
) {
  const result = await sendOwnerDocument({ property, owner, ...sent }, ctx);
  if (result.ok) ctx.wakeOutbox();
  return result;
}

/** A document that an owner of this property sent; null for one of another property. */
export async function sentDocument(ctx: Parts, property: OwnedProperty, id: string) {
  const opened = await openOwnerDocument(ctx.database, ctx.secret, id);
  return opened?.document.property_id === property.id ? opened : null;
}

/** The viewings to come. */
export function coming(ctx: Parts, property: OwnedProperty) {
  return comingViewings(ctx.database, property);
}

/** Stores what an owner says to a viewing. */
export async function reply(
  ctx: Parts,
  property: OwnedProperty,
  owner: Owner,
  given: { viewingId: string; reply: string; note: string },
) {
  const result = await replyToViewing({ property, owner, ...given }, ctx);
  if (result.ok) ctx.wakeOutbox();
  return result;
}

/** The views beside those of similar properties. */
export function comparison(ctx: Parts, property: OwnedProperty) {
  return compareViews(ctx.database, ctx.site, property);
}

/** Numbers of what the owner is asked for: documents, viewings without a reply, offers that nobody decided on. */
export async function waiting(ctx: Parts, property: OwnedProperty) {
  const lacking = (await checklist(ctx, property)).filter(({ state }) => state !== 'there' && state !== 'received');
  const withoutReply = (await comingViewings(ctx.database, property)).filter(({ reply }) => reply === null);
  const bids = await bidsOn(ctx.database.db, property.id);
  return {
    documents: lacking.length,
    viewings: withoutReply.length,
    bids: bids.filter(({ state }) => state === 'open').length,
  };
}

/** The viewings to come as a calendar file. */
export async function calendar(ctx: Parts, property: OwnedProperty, language: string) {
  const listing = ctx.site.listing(Number(property.id));
  return comingCalendar(await comingViewings(ctx.database, property), {
    summary: labelsIn(language)('CALENDAR_VIEWING', { title: listing ? titleOf(listing, language) : property.id }),
    unconfirmed: labelsIn(language)('STUDIO_STATE_REQUESTED'),
    location: listing ? addressWords(listing, ctx.site, language, { isPublic: false }) : '',
    ...{ language, domain: new URL(ctx.siteUrl).hostname },
  });
}

/** The report of a property, drawn by `draw`. */
export async function report(
  ctx: Parts,
  property: OwnedProperty,
  language: string,
  draw: (words: ReportWords) => Promise<Buffer>,
) {
  const comparison = await compareViews(ctx.database, ctx.site, property);
  return draw(
    reportWords({ propertyId: property.id, figures: await figures(ctx, property), comparison }, ctx.site, language),
  );
}

/** Opens one of the documents by its position in the list. */
export function document(ctx: Parts, property: OwnedProperty, n: number, language: string) {
  return openDocument(ctx.site, ctx.contentDir, Number(property.id), n, language);
}

/** Mails a suggestion of an owner to the manager of the property. */
export async function suggest(ctx: Parts, { id: propertyId }: OwnedProperty, owner: Owner, text: string) {
  const manager = readPropertyFile(ctx.contentDir, propertyId)?.Manager;
  const managerEmail = ctx.site.members.find(({ id }) => id === manager)?.email ?? null;
  const result = await storeSuggestion({ owner, propertyId, text, managerEmail }, ctx);
  if (result.ok) ctx.wakeOutbox();
  return result;
}

/** The figures that everybody may see; null where the settings keep them private. */
export async function publicFigures(ctx: Parts, propertyId: string) {
  if (!ctx.site.settings.portal.publicStatistics || !ctx.site.listing(Number(propertyId))) return null;
  const { today, week, month, total } = await viewFigures(ctx.database, propertyId);
  return { today, week, month, total };
}

/** The viewing about which a mailed link asks, by its token. */
export function readFeedback(ctx: Parts, token: string) {
  return askedFeedback(ctx.database, ctx.secret, token);
}

/** Stores what an agent says about a viewing, by the token of the mail. */
export function feedback(ctx: Parts, token: string, given: { comment: string; interest: string }) {
  return giveFeedback(ctx.database, ctx.secret, token, given);
}
