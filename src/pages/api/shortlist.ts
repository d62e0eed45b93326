import type { APIRoute } from 'astro';
import { changedShortlist, SHORTLIST_COOKIE, shortlistOf } from '../../domain/listings/shortlist.ts';

export const prerender = false;
const YEAR_SECONDS = 31_536_000;

/** `POST /api/shortlist` with `property` and `action` (`add` or `remove`): keeps a home on this device; leads to the shortlist. */
export const POST: APIRoute = async ({ request, cookies, locals }) => {
  const { site } = locals;
  const form = await request.formData().catch(() => null);
  const id = Number(form?.get('property'));
  const language = site.languages.find((code) => code === form?.get('language')) ?? site.defaultLanguage;
  const add = form?.get('action') !== 'remove';
  if (!Number.isSafeInteger(id) || id <= 0 || (add && !site.listing(id)))
    return Response.json({ ok: false, problem: 'unknown-home' }, { status: 422 });
  const value = changedShortlist(shortlistOf(cookies.get(SHORTLIST_COOKIE)?.value), id, add);
  cookies.set(SHORTLIST_COOKIE, value, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', secure: isHttps(request) });
  if (request.headers.get('accept')?.includes('application/json')) return Response.json({ ok: true, saved: add });
  return new Response(null, { status: 303, headers: { Location: site.paths.to('shortlist', language) } });
};

const isHttps = (request: Request) => request.headers.get('origin')?.startsWith('https:') ?? false;
