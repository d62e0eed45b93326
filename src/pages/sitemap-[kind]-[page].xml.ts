import type { APIRoute } from 'astro';
import {
  SITEMAP_KINDS,
  sitemapEntries,
  sitemapFacts,
  sitemapFiles,
  writeSitemap,
} from '../features/seo/sitemaps.server.ts';
import { mediaUrl } from '../ui/media-url.ts';

export const prerender = false;

/** `GET /sitemap-{kind}-{n}.xml`: the pages of one kind, with pictures, translations and modification dates. */
export const GET: APIRoute = async ({ params, locals }) => {
  const { site } = locals;
  const kind = SITEMAP_KINDS.find((one) => one === params.kind);
  const page = /^[1-9]\d{0,3}$/.test(params.page ?? '') ? Number(params.page) : 0;
  if (!kind || page === 0) return new Response(null, { status: 404 });
  const all = sitemapEntries(site, kind, await sitemapFacts(locals.services?.listings));
  const entries = sitemapFiles(all, site)[page - 1];
  if (!entries) return new Response(null, { status: 404 });
  const photographs = locals.photographs?.(new Set(entries.flatMap(({ property }) => property ?? [])));
  const body = await writeSitemap(entries, {
    siteUrl: locals.siteUrl,
    defaultLanguage: site.defaultLanguage,
    photosOf: (property) => photographs?.get(property),
    pictureOf: (photo) => mediaUrl(photo, { width: 1360, format: 'jpeg' }),
  });
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
};
