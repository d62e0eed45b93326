import type { APIRoute } from 'astro';
import { SITEMAP_KINDS, sitemapEntries, sitemapFiles, writeSitemapIndex } from '../features/seo/sitemaps.server.ts';

export const prerender = false;

/** `GET /sitemap-index.xml`: the sitemaps, one or more files per kind of page. */
export const GET: APIRoute = async ({ locals }) => {
  const past = (await locals.services?.listings.hiddenIds()) ?? new Set<number>();
  const counts = new Map(
    SITEMAP_KINDS.map((kind) => [kind, sitemapFiles(sitemapEntries(locals.site, kind, past), locals.site).length]),
  );
  const body = await writeSitemapIndex(counts, locals.siteUrl);
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
};
