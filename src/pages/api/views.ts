import * as z from 'zod';
import { endpoint } from '../../platform/http/action.server.ts';

export const prerender = false;
const MOST_BYTES = 4000;
const nothing = () => new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });

/**
 * `POST /api/views`, two lines: the URL of the page and its referrer. The response is always the same, because nothing
 * is refused or reported.
 */
export const POST = endpoint({
  body: { kind: 'raw', mostBytes: MOST_BYTES },
  unread: nothing,
  input: z.object({ bytes: z.instanceof(Uint8Array) }),
  run({ bytes }, { services, ipAddress, request }) {
    const [page = '', referrer = ''] = new TextDecoder().decode(bytes).split('\n');
    services.views.see({ page, referrer, ipAddress, headers: request.headers });
    return nothing();
  },
});
