import type { APIRoute } from 'astro';
import {
  SITEMAP_KINDS,
  sitemapEntries,
  sitemapFacts,
  sitemapFiles,
  writeSitemapIndex,
} from '../features/seo/sitemaps.server.ts';

export const prerender = false;

/** `GET /sitemap-index.xml`: the sitemaps, one or more files per kind of page. */
export const GET: APIRoute = async ({ locals: { site, services, siteUrl } }) => {
  const facts = await sitemapFacts(services?.listings);
  const counts = new Map(
    SITEMAP_KINDS.map((kind) => [kind, sitemapFiles(sitemapEntries(site, kind, facts), site).length]),
  );
  const body = await writeSitemapIndex(counts, siteUrl);
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
};
