import * as z from 'zod';
import { endpoint, seeOther } from '../../../platform/http/action.server.ts';
import { calendarResponse } from '../../../platform/http/responses.server.ts';

export const prerender = false;

const pathOf = (language: string, token: string) => `/${language}/m/${encodeURIComponent(token)}/`;

/** `POST /api/m/{token}`: does what a mailed link is for; the token authorises it (RFC 8058), whatever the origin. */
export const POST = endpoint({
  body: { kind: 'plain' },
  input: z.object({
    token: z.string(),
    choice: z.string().nullable().catch(null).default(null),
    'List-Unsubscribe': z.string().optional().catch(undefined),
  }),
  async run({ token, choice, 'List-Unsubscribe': oneClick }, { services, language }) {
    const done = await services.mailLinks.follow(token, choice?.slice(0, 100));
    const problem = done.ok ? null : done.problem;
    if (oneClick === 'One-Click')
      return new Response(null, {
        status: done.ok ? 200 : problem === 'storage' ? 503 : 404,
        headers: { 'Cache-Control': 'no-store' },
      });
    const state = done.ok ? 'done' : problem && problem !== 'storage' ? problem : 'failed';
    return { to: `${pathOf(language, token)}?${state}` };
  },
});

/**
 * A mail program that opens the one-click URL gets the page with the button; `?calendar`: the calendar file of the
 * viewing that the link is about.
 */
export const GET = endpoint({
  input: z.object({ token: z.string(), calendar: z.string().optional() }),
  run: async ({ token, calendar }, { services, language }) =>
    calendar === undefined
      ? seeOther(pathOf(language, token))
      : calendarResponse(await services.mailLinks.calendar(token), 'viewing'),
});
