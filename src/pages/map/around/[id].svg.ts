import * as z from 'zod';
import { aroundDrawing } from '../../../features/map/around.view.ts';
import { mapLook } from '../../../layout/brand-style.view.ts';
import { endpoint, notFound } from '../../../platform/http/action.server.ts';
import { MAP_DRAWING_HEADERS } from '../../../platform/http/policy.server.ts';

export const prerender = false;

/**
 * `GET /map/around/{property}.svg?language=`: what is around a property, or around its town where its place is not
 * public.
 */
export const GET = endpoint({
  input: z.object({ id: z.string().regex(/^\d{1,12}$/) }),
  run({ id }, { site, language }) {
    const listing = site.listing(Number(id));
    const point = listing && (listing.point ?? site.townOf(listing));
    if (!point) return notFound();
    const look = mapLook(site.settings.brand);
    const drawing = aroundDrawing({ point, isExact: listing.point !== null }, language, { towns: site.towns, look });
    const headers = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };
    return new Response(drawing, { headers: { ...headers, ...MAP_DRAWING_HEADERS } });
  },
});
