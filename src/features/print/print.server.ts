import type { APIRoute } from 'astro';
import { notFound } from '../../platform/http/action.server.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { titleOf } from '../property/listing.ts';
import { PRINT_KINDS } from '../property/printed.ts';

export const prerender = false;

/** `{page of a property}/{kind}.pdf`: brochure or window card of a property that is on offer. */
export const GET: APIRoute = async ({ locals, params, request }) => {
  const { site, services, pageAt } = locals;
  const { language = '', id = '' } = params;
  const kind = PRINT_KINDS.find((one) => one === params.kind);
  const listing = site.listing(Number(id));
  const html = listing && !listing.gone && pageAt?.(site.listingPath(listing, language));
  if (!kind || !listing || !html || !services) return notFound();
  const drawn = await services.print.ofProperty(kind, { listing, html, site, language });
  if (!drawn) return notFound();
  if (drawn === 'busy') return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  const headers = {
    ETag: `"${drawn.tag}"`,
    'Cache-Control': 'public, max-age=3600',
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${slugOf(titleOf(listing, language))}-${listing.id}.pdf"`,
    'X-Robots-Tag': 'noindex',
  };
  if (request.headers.get('if-none-match') === headers.ETag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(drawn.body), { headers });
};
