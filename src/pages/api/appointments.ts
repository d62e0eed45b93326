import * as z from 'zod';
import { endpoint, propertyNumber } from '../../platform/http/action.server.ts';

export const prerender = false;

/** `GET /api/appointments?property=`: the free times for a viewing, in UTC; 404 for an unknown property. */
export const GET = endpoint({
  input: z.object({ property: propertyNumber }),
  async run({ property }, { site, services }) {
    const listing = site.listing(property);
    if (!listing) return { problem: 'unknown-property' };
    const { bookable, slots } = await services.viewings.free(listing);
    return Response.json({ ok: true, bookable, slots }, { headers: { 'Cache-Control': 'no-store' } });
  },
});
