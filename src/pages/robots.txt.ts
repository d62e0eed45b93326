import type { APIRoute } from 'astro';
import { FILTER_KEYS } from '../features/listing/listing-query.ts';

export const prerender = true;

/** Keys of a query that make a page of one property, project or search, which is not to be found. */
const KEYS = ['property', 'project', 'goal', ...FILTER_KEYS.filter((key) => key !== 'page')];
/** A list with one of these as its only filter leads to the list of that town or type. */
const ONLY_KEYS = ['city', 'type'];
/** Programs that draw the preview of a link that somebody sends; they fetch that page alone. */
const PREVIEWS = ['facebookexternalhit', 'Twitterbot', 'LinkedInBot', 'Slackbot', 'WhatsApp', 'TelegramBot'];

/** `GET /robots.txt`: what is not to be found is not fetched; pages without a query that are not say so themselves. */
export const GET: APIRoute = ({ locals }) => {
  const groups = [
    [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /*/brochure.pdf',
      ...KEYS.map((key) => `Disallow: /*?*${key}=`),
      // The longest rule that fits counts.
      ...ONLY_KEYS.flatMap((key) => [`Allow: /*/?${key}=`, `Disallow: /*/?${key}=*&`]),
      'Allow: /*/feed.xml?',
      'Allow: /*/feed.json?',
    ],
    [...PREVIEWS.map((name) => `User-agent: ${name}`), 'Disallow: /api/'],
    [`Sitemap: ${new URL('/sitemap-index.xml', locals.siteUrl).href}`],
  ];
  return new Response(`${groups.map((lines) => lines.join('\n')).join('\n\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
};
