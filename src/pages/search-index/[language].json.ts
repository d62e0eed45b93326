import type { APIRoute } from 'astro';
import { searchIndexOf } from '../../server/catalogue/search/search-index.ts';
import { siteFromCollections } from '../../server/catalogue/site/from-collections.ts';

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
