import { readPropertyFile } from '../../../content/files/read-content.server.ts';
import type { Ctx } from '../../../content/site/ctx.server.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import type { SecurityLog } from '../../../platform/log/log.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import { offersOn } from '../../bid/bids.server.ts';
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
import { maySendDocument, openOwnerDocument, ownerDocumentsOf, sendOwnerDocument } from '../owner-documents.server.ts';
import { comingCalendar, comingViewings, replyToViewing } from '../owner-replies.server.ts';
import { propertyDocuments, propertyEntries } from '../property-entries.server.ts';
import type { EntryKind, EntryView, PropertyEntry } from '../property-entry.ts';
import type { Owner } from '../sessions.server.ts';

type Parts = Pick<Ctx, 'contentDir' | 'database' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

/**
 * The portal functions that pages receive. Everything about a property requires an OwnedProperty, which only `property`
 * returns.
 */
export function portalServices(context: Parts, events: SecurityLog) {
  const { database, site, secret, siteUrl, contentDir, wakeOutbox } = context;
  return {
    property: async (owner: Owner, propertyId: string) =>
      events.property(owner.id, await ownedProperty(database, owner, propertyId)),
    properties: (owner: Owner) => propertiesOfOwner(database, owner),
    content: (property: OwnedProperty) => readPropertyFile(contentDir, property.id),
    overview: (property: OwnedProperty, since: string) => propertyOverview(database, property, since),
    async entries(property: OwnedProperty, kind: EntryKind, view: EntryView) {
      const { rows, count } = await propertyEntries(database, property, kind, view);
      const listing = site.listing(Number(property.id));
      const link = listing ? siteUrl + site.listingPath(listing, site.defaultLanguage) : '';
      // The places where this site itself publishes the property.
      const named = (row: PropertyEntry) =>
        row.origin === 'site' ? { ...row, source: site.settings.site.agency.name, link } : row;
      return { rows: rows.map(named), count };
    },
    figures: async (property: OwnedProperty) => ({
      ...(await viewFigures(database, property.id)),
      ...(await propertyFigures(database, property)),
    }),
    documents: (property: OwnedProperty) => propertyDocuments(database, property, contentDir),
    /** The documents that its region asks for, and whether they are there. */
    async checklist(property: OwnedProperty) {
      const content = readPropertyFile(contentDir, property.id);
      if (!content) return [];
      const sent = new Set((await ownerDocumentsOf(database, property.id)).map(({ kind }) => kind));
      const kinds = new Set(content.Documents.map(({ Kind }) => Kind));
      return checklistOf(content, { kinds, sent }, site.settings.portal.checklist, brusselsDay(Date.now()));
    },
    sentDocuments: (property: OwnedProperty) => ownerDocumentsOf(database, property.id),
    maySendDocument: (owner: Owner) => maySendDocument(database, owner),
    async sendDocument(
      property: OwnedProperty,
      owner: Owner,
      sent: { kind: string; name: string; bytes: Uint8Array | null },
    ) {
      const result = await sendOwnerDocument({ property, owner, ...sent }, context);
      if (result.ok) wakeOutbox();
      return result;
    },
    /** A document that an owner of this property sent; null for one of another property. */
    async sentDocument(property: OwnedProperty, id: string) {
      const opened = await openOwnerDocument(database, secret, id);
      return opened?.document.property_id === property.id ? opened : null;
    },
    coming: (property: OwnedProperty) => comingViewings(database, property),
    async reply(property: OwnedProperty, owner: Owner, given: { viewingId: string; reply: string; note: string }) {
      const result = await replyToViewing({ property, owner, ...given }, context);
      if (result.ok) wakeOutbox();
      return result;
    },
    comparison: (property: OwnedProperty) => compareViews(database, site, property),
    /** Numbers of what the owner is asked for: documents, viewings without a reply, offers that nobody decided on. */
    async waiting(property: OwnedProperty) {
      const lacking = (await this.checklist(property)).filter(({ state }) => state !== 'there' && state !== 'received');
      const withoutReply = (await comingViewings(database, property)).filter(({ reply }) => reply === null);
      const offers = await offersOn(database.db, property.id);
      return {
        documents: lacking.length,
        viewings: withoutReply.length,
        offers: offers.filter(({ state }) => state === 'open').length,
      };
    },
    /** The viewings to come as a calendar file. */
    async calendar(property: OwnedProperty, language: string) {
      const listing = site.listing(Number(property.id));
      return comingCalendar(await comingViewings(database, property), {
        summary: labelsIn(language)('CALENDAR_VIEWING', { title: listing ? titleOf(listing, language) : property.id }),
        unconfirmed: labelsIn(language)('STUDIO_STATE_REQUESTED'),
        location: listing ? addressWords(listing, site, language, { isPublic: false }) : '',
        ...{ language, domain: new URL(siteUrl).hostname },
      });
    },
    /** The report of a property, drawn by `draw`. */
    async report(property: OwnedProperty, language: string, draw: (words: ReportWords) => Promise<Buffer>) {
      const comparison = await compareViews(database, site, property);
      return draw(
        reportWords({ propertyId: property.id, figures: await this.figures(property), comparison }, site, language),
      );
    },
    /** Opens one of the documents by its position in the list. */
    document: (property: OwnedProperty, n: number, language: string) =>
      openDocument(site, contentDir, Number(property.id), n, language),
    async suggest({ id: propertyId }: OwnedProperty, owner: Owner, text: string) {
      const manager = readPropertyFile(contentDir, propertyId)?.Manager;
      const managerEmail = site.members.find(({ id }) => id === manager)?.email ?? null;
      const result = await storeSuggestion({ owner, propertyId, text, managerEmail }, context);
      if (result.ok) wakeOutbox();
      return result;
    },
    /** The figures that everybody may see; null where the settings keep them private. */
    async publicFigures(propertyId: string) {
      if (!site.settings.portal.publicStatistics || !site.listing(Number(propertyId))) return null;
      const { today, week, month, total } = await viewFigures(database, propertyId);
      return { today, week, month, total };
    },
    feedback: {
      read: (token: string) => askedFeedback(database, secret, token),
      give: (token: string, given: { comment: string; interest: string }) =>
        giveFeedback(database, secret, token, given),
    },
  };
}
