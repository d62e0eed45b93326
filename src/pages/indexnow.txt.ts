import type { APIRoute } from 'astro';

export const prerender = false;

/** `GET /indexnow.txt`: the key that proves to search engines who names changed pages; 404 without one. */
export const GET: APIRoute = ({ locals }) => {
  const { indexNowKey } = locals.site.settings.site;
  return indexNowKey
    ? new Response(indexNowKey, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    : new Response(null, { status: 404 });
};
