import type { APIRoute } from 'astro';
import { llmsText } from '../features/seo/llms-text.view.ts';

export const prerender = false;

/** `GET /llms.txt`: an overview of the site for language models. */
export const GET: APIRoute = ({ locals }) =>
  new Response(llmsText(locals.site, locals.siteUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
