import type { APIRoute } from 'astro';
import { siteOfCollections } from '../../content/site/live-content.server.ts';
import { searchIndexOf } from '../../features/search/search-index.server.ts';

import { thumbUrl } from '../../ui/media-url.ts';

export const prerender = true;

export async function getStaticPaths() {
  const site = await siteOfCollections();
  return site.languages.map((language) => ({ params: { language } }));
}

/** The search index of a language. */
export const GET: APIRoute = ({ params, locals: { site } }) => {
  return Response.json(searchIndexOf(site, params.language ?? site.defaultLanguage, thumbUrl));
};
