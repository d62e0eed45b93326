import type { PropertyEntry } from '../../../../domain/owners/property-entry.ts';
import { readPropertyFile } from '../../../catalogue/site/property-file.ts';
import type { Site } from '../../../catalogue/site/site.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openDocument } from '../../documents/documents.ts';
import { viewFigures } from '../../statistics/view-figures.ts';
import { ownedProperty, propertiesOfOwner } from './owned-property.ts';
import type { Portal } from './portal.ts';
import { propertyDocuments } from './property-documents.ts';
import { propertyEntries } from './property-entries.ts';
import { propertyFigures } from './property-figures.ts';
import { propertyOverview } from './property-overview.ts';
import { suggestChange } from './suggest-change.ts';
import { askedFeedback, giveFeedback } from './viewing-feedback.ts';

interface Parts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  contentDir: string;
  wakeOutbox(): void;
}

/** Opens what owners see of their homes. */
export function openPortal({ database, site, secret, siteUrl, contentDir, wakeOutbox }: Parts): Portal {
  return {
    property: (owner, propertyId) => ownedProperty(database, owner, propertyId),
    properties: (owner) => propertiesOfOwner(database, owner),
    content: (property) => readPropertyFile(contentDir, property.id),
    overview: (property, since) => propertyOverview(database, property, since),
    async entries(property, kind, view) {
      const { rows, count } = await propertyEntries(database, property, kind, view);
      const listing = site.listing(Number(property.id));
      const link = listing ? siteUrl + site.listingPath(listing, site.defaultLanguage) : '';
      // Where this site itself publishes the home.
      const named = (row: PropertyEntry) =>
        row.origin === 'site' ? { ...row, source: site.settings.site.agency.name, link } : row;
      return { rows: rows.map(named), count };
    },
    figures: (property) => propertyFigures(database, property),
    documents: (property) => propertyDocuments(database, property, contentDir),
    document: (property, n, language) => openDocument(site, contentDir, Number(property.id), n, language),
    async suggest(property, owner, text) {
      const manager = readPropertyFile(contentDir, property.id)?.Manager;
      const managerEmail = site.members.find(({ id }) => id === manager)?.email ?? null;
      const result = await suggestChange(database, property, owner, text, { site, siteUrl, managerEmail });
      if (result.ok) wakeOutbox();
      return result;
    },
    async publicFigures(propertyId) {
      if (!site.settings.portal.publicStatistics || !site.listing(Number(propertyId))) return null;
      const { today, week, month, total } = await viewFigures(database, propertyId);
      return { today, week, month, total };
    },
    feedback: {
      read: (token) => askedFeedback(database, secret, token),
      give: (token, given) => giveFeedback(database, secret, token, given),
    },
  };
}
