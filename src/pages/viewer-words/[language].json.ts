import type { APIRoute } from 'astro';
import { viewerWords } from '../../features/property/viewer-words.ts';
import { labelsIn } from '../../i18n/labels.ts';
import { siteFromCollections } from '../../server/catalogue/site/from-collections.ts';

export const prerender = true;

export async function getStaticPaths() {
  const { site } = await siteFromCollections();
  return site.languages.map((language) => ({ params: { language } }));
}

/** The words of the photo viewer in a language, which it loads when it opens: pages are lighter without them. */
export const GET: APIRoute = ({ params, locals: { site } }) =>
  Response.json(viewerWords(labelsIn(params.language ?? site.defaultLanguage)));
