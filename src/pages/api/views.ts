import type { APIRoute } from 'astro';

export const prerender = false;
const MOST_BYTES = 4000;

/** `POST /api/views`, two lines: the address of the page and where the visitor came from. Always answers the same. */
export const POST: APIRoute = async ({ request, locals }) => {
  const { services, ipAddress = '0.0.0.0' } = locals;
  if (Number(request.headers.get('content-length') ?? 0) <= MOST_BYTES) {
    const [page = '', referrer = ''] = (await request.text().catch(() => '')).slice(0, MOST_BYTES).split('\n');
    services?.views.see({ page, referrer, ipAddress: ipAddress, headers: request.headers });
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
};
