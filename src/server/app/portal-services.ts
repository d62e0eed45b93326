import type { EntryKind, EntryView, PropertyEntry } from '../../domain/owners/property-entry.ts';
import { readPropertyFile } from '../catalogue/content/read-content.ts';
import { openDocument } from '../catalogue/documents/documents.ts';
import type { Site } from '../catalogue/site/site.ts';
import type { Database } from '../platform/database/database.ts';
import { storeSuggestion } from '../services/leads/owner-suggestion.ts';
import type { Owner } from '../services/owners/auth/owner.ts';
import { type OwnedProperty, ownedProperty, propertiesOfOwner } from '../services/owners/portal/owned-property.ts';
import { propertyDocuments, propertyEntries } from '../services/owners/portal/property-entries.ts';
import { propertyFigures, propertyOverview } from '../services/owners/portal/property-overview.ts';
import { askedFeedback, giveFeedback } from '../services/owners/portal/viewing-feedback.ts';
import { viewFigures } from '../services/statistics/view-figures.ts';
import type { SecurityLog } from './security-log.ts';

interface Parts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  contentDir: string;
  wakeOutbox(): void;
}

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
