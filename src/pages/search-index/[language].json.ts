import type { APIRoute } from 'astro';
import { siteFromCollections } from '../../server/site/from-collections.ts';
import { searchIndexOf } from '../../server/site/search-index-of.ts';

import { thumbAddress } from '../../ui/media-address.ts';

export const prerender = true;

export async function getStaticPaths() {
  const { site } = await siteFromCollections();
  return site.languages.map((language) => ({ params: { language } }));
}

/** The search index of a language. */
export const GET: APIRoute = async ({ params }) => {
  const { site } = await siteFromCollections();
  return Response.json(searchIndexOf(site, params.language ?? site.defaultLanguage, thumbAddress));
};
