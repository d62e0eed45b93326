import type { HomeEntry } from '../../../../domain/owners/property-entry.ts';
import { homeContent } from '../../../catalogue/site/property-file.ts';
import type { Site } from '../../../catalogue/site/site.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openDocument } from '../../documents/documents.ts';
import { viewFigures } from '../../statistics/view-figures.ts';
import { homesOfOwner, ownedHome } from './owned-property.ts';
import type { Portal } from './portal.ts';
import { homePapers } from './property-documents.ts';
import { homeEntries } from './property-entries.ts';
import { homeFigures } from './property-figures.ts';
import { homeOverview } from './property-overview.ts';
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
    home: (owner, homeId) => ownedHome(database, owner, homeId),
    homes: (owner) => homesOfOwner(database, owner),
    content: (home) => homeContent(contentDir, home.id),
    overview: (home, since) => homeOverview(database, home, since),
    async entries(home, kind, view) {
      const { rows, count } = await homeEntries(database, home, kind, view);
      const listing = site.listing(Number(home.id));
      const link = listing ? siteUrl + site.listingAddress(listing, site.defaultLanguage) : '';
      // Where this site itself publishes the home.
      const named = (row: HomeEntry) => (row.origin === 'site' ? { ...row, source: site.settings.site.agency.name, link } : row);
      return { rows: rows.map(named), count };
    },
    figures: (home) => homeFigures(database, home),
    papers: (home) => homePapers(database, home, contentDir),
    paper: (home, n, language) => openDocument(site, contentDir, Number(home.id), n, language),
    async suggest(home, owner, text) {
      const manager = homeContent(contentDir, home.id)?.Manager;
      const managerEmail = site.members.find(({ id }) => id === manager)?.email ?? null;
      const answer = await suggestChange(database, home, owner, text, { site, siteUrl, managerEmail });
      if (answer.ok) wakeOutbox();
      return answer;
    },
    async publicFigures(homeId) {
      if (!site.settings.portal.publicStatistics || !site.listing(Number(homeId))) return null;
      const { today, week, month, total } = await viewFigures(database, homeId);
      return { today, week, month, total };
    },
    feedback: {
      read: (token) => askedFeedback(database, secret, token),
      give: (token, given) => giveFeedback(database, secret, token, given),
    },
  };
}
