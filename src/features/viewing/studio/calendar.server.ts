import type { APIRoute } from 'astro';

export const prerender = false;

/** `/studio/calendar/{token}.ics`: the viewings of an agent for a calendar program; the token is the authority. */
export const GET: APIRoute = async ({ locals, params }) => {
  const token = (params.token ?? '').replace(/\.ics$/, '');
  const text = /^[\w-]{20,60}$/.test(token) ? await locals.services?.studio.agenda.feed(token) : null;
  if (!text) return new Response(null, { status: 404 });
  return new Response(text, {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'no-store' },
  });
};
