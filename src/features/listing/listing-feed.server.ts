import { Feed } from 'feed';
import type { Site } from '../../content/site/site.ts';
import { parseDate } from '../../i18n/format.ts';
import { labelled, type Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import { escapedHtml } from '../../platform/text/html.ts';
import { cardFacts, cardUrl } from '../seo/card.server.ts';
import { propertyResult } from '../seo/search-result.view.ts';
import type { ListingQuery } from './listing-query.ts';

/** The number of properties in a feed. */
export const MOST_IN_FEED = 30;

/**
 * The newest listings of a list in one language, to be written as RSS or JSON Feed; sold and rented ones are left out.
 */
export function listingFeed(facts: {
  site: Site;
  query: ListingQuery;
  /** The query string of the list, with its question mark; empty for the whole list. */
  search: string;
  /** Its criteria in words; empty for the whole list. */
  words: string;
  language: string;
  t: Translate;
  siteUrl: string;
  past: ReadonlySet<number>;
}): Feed {
  const { site, query, search, words, language, t, siteUrl, past } = facts;
  const { goal } = query;
  const absolute = (path: string) => new URL(path, siteUrl).href;
  const { agency } = site.settings.site;
  const list = absolute(site.listPath(goal, language));
  const listings = site
    .find({ ...query, sort: 'newest', hideGone: true })
    .listings.filter((listing) => !past.has(listing.id))
    .slice(0, MOST_IN_FEED);
  const newest = listings
    .map(({ changed }) => changed)
    .sort()
    .at(-1);
  const title = t(goal === 'sale' ? 'FEED_SALE' : 'FEED_RENT', { agency: agency.name });
  const feed = new Feed({
    id: list + search,
    link: list + search,
    title: words ? labelled(title, words, language) : title,
    description: localized(agency.tagline, language) || agency.name,
    language,
    copyright: agency.legalName,
    generator: agency.name,
    ...(newest && { updated: parseDate(newest) ?? undefined }),
    feedLinks: { rss: `${list}feed.xml${search}`, json: `${list}feed.json${search}` },
    author: { name: agency.name, email: agency.email, link: absolute(site.paths.to('home', language)) },
  });
  for (const listing of listings) {
    const link = absolute(site.listingPath(listing, language));
    const card = cardFacts(listing, site, language, t);
    const { title, description } = propertyResult(listing, site, language, t);
    feed.addItem({
      id: absolute(`/property/${listing.id}/`),
      guid: absolute(`/property/${listing.id}/`),
      link,
      title,
      // Feed readers interpret the text of an entry as HTML.
      description: escapedHtml(description),
      date: parseDate(listing.changed) ?? new Date(0),
      published: parseDate(listing.created) ?? undefined,
      image: { url: absolute(cardUrl(language, listing.id, card)), type: 'image/jpeg', length: 0 },
    });
  }
  return feed;
}
