import type { APIRoute } from 'astro';

export const prerender = true;

/** `GET /robots.txt`: everything may be crawled; pages that should not be indexed say so themselves. */
export const GET: APIRoute = ({ locals }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap-index.xml', locals.siteUrl).href}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
