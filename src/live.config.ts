import { defineLiveCollection } from 'astro:content';
import { ofSite, properties } from './content/site/live-content.server.ts';

/**
 * The content collections: what pages are made from. A live collection is read when a page is made, so a page of a
 * version, of `npm run dev` and of a running server gets the content that belongs to it.
 */
export const collections = {
  properties: defineLiveCollection({ loader: properties }),
  listings: defineLiveCollection({ loader: ofSite('listings', 'id') }),
  projects: defineLiveCollection({ loader: ofSite('projects', 'ID') }),
  pages: defineLiveCollection({ loader: ofSite('pages', 'id') }),
  articles: defineLiveCollection({ loader: ofSite('articles', 'id') }),
  team: defineLiveCollection({ loader: ofSite('members', 'id') }),
  testimonials: defineLiveCollection({ loader: ofSite('testimonials', 'n') }),
};
