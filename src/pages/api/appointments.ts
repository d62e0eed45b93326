import type { APIRoute } from 'astro';

export const prerender = false;

/** `GET /api/appointments?property=`: the times at which a home can be visited, in UTC; 404 for an unknown home. */
export const GET: APIRoute = async ({ locals: { site, services, requestPath } }) => {
  const id = new URL(requestPath, 'http://localhost').searchParams.get('property') ?? '';
  const listing = /^\d{1,12}$/.test(id) ? site.listing(Number(id)) : null;
  if (!listing || !services) return Response.json({ ok: false, problem: 'unknown-property' }, { status: 404 });
  const { bookable, slots } = await services.viewings.free(listing);
  return Response.json({ ok: true, bookable, slots }, { headers: { 'Cache-Control': 'no-store' } });
};
