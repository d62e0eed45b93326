import type { APIRoute } from 'astro';
import { siteOfCollections } from '../../content/site/live-content.server.ts';
import { viewerWords } from '../../features/property/site/viewer-words.ts';
import { labelsIn } from '../../i18n/labels.server.ts';

export const prerender = true;

export async function getStaticPaths() {
  const site = await siteOfCollections();
  return site.languages.map((language) => ({ params: { language } }));
}

/** The words of the photo viewer in a language, which it loads when it opens: pages are lighter without them. */
export const GET: APIRoute = ({ params, locals: { site } }) =>
  Response.json(viewerWords(labelsIn(params.language ?? site.defaultLanguage)));
