import { Feed } from 'feed';
import type { Goal } from '../../../domain/property/goal.ts';
import { titleOf } from '../../../domain/property/listing.ts';
import { escapedHtml } from '../../../domain/text/html.ts';
import { parseDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Site } from '../site/site.ts';
import { cardFacts, cardUrl } from '../social-card/card.ts';

const NEWEST = 30;

/**
 * The newest listings of a goal in one language, to be written as RSS or JSON Feed; sold and rented ones are left out.
 */
export function listingFeed(facts: {
  site: Site;
  goal: Goal;
  language: string;
  t: Translate;
  siteUrl: string;
  past: ReadonlySet<number>;
}): Feed {
  const { site, goal, language, t, siteUrl, past } = facts;
  const absolute = (path: string) => new URL(path, siteUrl).href;
  const { agency } = site.settings.site;
  const list = absolute(site.listPath(goal, language));
  const listings = site
    .inOrder('newest', goal)
    .filter((listing) => !listing.gone && !past.has(listing.id))
    .slice(0, NEWEST);
  const newest = listings
    .map(({ changed }) => changed)
    .sort()
    .at(-1);
  const feed = new Feed({
    id: list,
    link: list,
    title: t(goal === 'sale' ? 'FEED_SALE' : 'FEED_RENT', { agency: agency.name }),
    description: localized(agency.tagline, language) || agency.name,
    language,
    copyright: agency.legalName,
    generator: agency.name,
    ...(newest && { updated: parseDate(newest) ?? undefined }),
    feedLinks: { rss: `${list}feed.xml`, json: `${list}feed.json` },
    author: { name: agency.name, email: agency.email, link: absolute(site.paths.to('home', language)) },
  });
  for (const listing of listings) {
    const link = absolute(site.listingPath(listing, language));
    const card = cardFacts(listing, site, language, t);
    feed.addItem({
      id: absolute(`/property/${listing.id}/`),
      guid: absolute(`/property/${listing.id}/`),
      link,
      title: titleOf(listing, language),
      // Feed readers interpret the text of an entry as HTML.
      description: escapedHtml(
        [`${card.price}. ${card.line}.`, localized(listing.excerpt, language)].filter(Boolean).join(' '),
      ),
      date: parseDate(listing.changed) ?? new Date(0),
      published: parseDate(listing.created) ?? undefined,
      image: { url: absolute(cardUrl(language, listing.id, card)), type: 'image/jpeg', length: 0 },
    });
  }
  return feed;
}
