import type { APIRoute } from 'astro';
import { llmsText } from '../features/listing/llms-text.view.ts';
import { labelsIn } from '../i18n/labels.server.ts';

export const prerender = false;

/** `GET /llms.txt`: an overview of the site for language models. */
export const GET: APIRoute = async ({ locals: { site, siteUrl, services } }) => {
  const past = (await services?.listings.hiddenIds()) ?? new Set<number>();
  return new Response(llmsText({ site, siteUrl, past, labelsIn }), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
};
