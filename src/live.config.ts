import { defineLiveCollection } from 'astro:content';
import { ofSite, properties } from './content/site/live-content.server.ts';

/**
 * The content collections: what pages are made from. A live collection is read when a page is made, so a page of a
 * version, of `npm run dev` and of a running server gets the content that belongs to it.
 */
export const collections = {
  properties: defineLiveCollection({ loader: properties }),
  listings: defineLiveCollection({
    loader: ofSite('listings', ({ listings }) => listings.map((one) => [String(one.id), one])),
  }),
  projects: defineLiveCollection({
    loader: ofSite('projects', ({ projects }) => projects.map((one) => [String(one.ID), one])),
  }),
  pages: defineLiveCollection({ loader: ofSite('pages', ({ pages }) => pages.map((one) => [one.id, one])) }),
  articles: defineLiveCollection({
    loader: ofSite('articles', ({ articles }) => articles.map((one) => [one.id, one])),
  }),
  team: defineLiveCollection({ loader: ofSite('team', ({ members }) => members.map((one) => [one.id, one])) }),
  testimonials: defineLiveCollection({
    loader: ofSite('testimonials', ({ testimonials }) => testimonials.map((one) => [String(one.n), one])),
  }),
  settings: defineLiveCollection({ loader: ofSite('settings', ({ settings }) => Object.entries(settings)) }),
};
