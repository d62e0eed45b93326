import { Feed } from 'feed';
import type { Goal } from '../../../domain/property/goal.ts';
import { titleOf } from '../../../domain/property/listing.ts';
import { parseDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/labels.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Site } from '../site/site.ts';
import { cardAddress, cardFacts } from '../social-card/card.ts';

const NEWEST = 30;

/** The newest homes of a goal in one language, to be written as RSS or as JSON; sold and rented ones are not in it. */
export function feedOfHomes(facts: {
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
  const list = absolute(site.listAddress(goal, language));
  const homes = site
    .inOrder('newest', goal)
    .filter((home) => !home.gone && !past.has(home.id))
    .slice(0, NEWEST);
  const newest = homes
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
  for (const home of homes) {
    const link = absolute(site.listingAddress(home, language));
    const card = cardFacts(home, site, language, t);
    feed.addItem({
      id: absolute(`/property/${home.id}/`),
      guid: absolute(`/property/${home.id}/`),
      link,
      title: titleOf(home, language),
      description: asHtml([`${card.price}. ${card.line}.`, localized(home.excerpt, language)].filter(Boolean).join(' ')),
      date: parseDate(home.changed) ?? new Date(0),
      published: parseDate(home.created) ?? undefined,
      image: { url: absolute(cardAddress(language, home.id, card)), type: 'image/jpeg', length: 0 },
    });
  }
  return feed;
}

/** Readers take the text of an entry for HTML. */
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
