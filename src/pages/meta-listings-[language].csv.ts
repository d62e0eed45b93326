import type { APIRoute } from 'astro';
import { metaListings } from '../features/listing/meta-listings.view.ts';
import { AREA_LABELS } from '../features/place/region.ts';
import { labelsIn } from '../i18n/labels.server.ts';
import { mediaUrl } from '../ui/media-url.ts';

export const prerender = false;

/** `GET /meta-listings-{language}.csv`: the properties on offer as a feed for Meta. */
export const GET: APIRoute = async ({ params, locals }) => {
  const { site, services, siteUrl } = locals;
  const language = site.languages.find((code) => code === params.language);
  if (!language) return new Response(null, { status: 404 });
  const t = labelsIn(language);
  const body = metaListings({
    site,
    language,
    siteUrl,
    past: (await services?.listings.hiddenIds()) ?? new Set(),
    pictureOf: (photo) => mediaUrl(photo, { width: 1360, format: 'jpeg' }),
    areaName: (area) => t(AREA_LABELS[area]),
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
};
