import * as z from 'zod';
import { endpoint, notFound } from '../../../platform/http/action.server.ts';

export const prerender = false;

/** `GET /api/captcha/{token}`: the picture with the characters to type, or the proof of work for a script. */
export const GET = endpoint({
  input: z.object({ token: z.string() }),
  async run({ token }, { services, request }) {
    if (request.headers.get('accept') === 'application/json') {
      const challenge = await services.forms.challenge(token);
      if (!challenge) return notFound();
      return new Response(challenge, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } });
    }
    const picture = await services.forms.picture(token);
    if (!picture) return notFound();
    return new Response(new Uint8Array(picture), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' },
    });
  },
});
