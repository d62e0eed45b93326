import type { APIRoute } from 'astro';
import { readBytes } from '../../platform/http/body.server.ts';

export const prerender = false;
const MOST_BYTES = 4000;

/**
 * `POST /api/views`, two lines: the URL of the page and its referrer. The response is always the same, because nothing
 * is refused or reported; so this is the one endpoint without the four steps.
 */
export const POST: APIRoute = async ({ request, locals: { services, ipAddress = '0.0.0.0' } }) => {
  const bytes = await readBytes(request, MOST_BYTES);
  if (bytes) {
    const [page = '', referrer = ''] = new TextDecoder().decode(bytes).split('\n');
    services?.views.see({ page, referrer, ipAddress, headers: request.headers });
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
};
