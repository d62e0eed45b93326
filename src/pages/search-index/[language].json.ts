import type { APIRoute } from 'astro';
import { siteFromCollections } from '../../content/site/from-collections.server.ts';
import { searchIndexOf } from '../../features/search/search-index.server.ts';

import { thumbUrl } from '../../ui/media-url.ts';

export const prerender = true;

export async function getStaticPaths() {
  const { site } = await siteFromCollections();
  return site.languages.map((language) => ({ params: { language } }));
}

/** The search index of a language. */
export const GET: APIRoute = ({ params, locals: { site } }) => {
  return Response.json(searchIndexOf(site, params.language ?? site.defaultLanguage, thumbUrl));
};
