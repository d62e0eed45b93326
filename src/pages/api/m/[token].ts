import type { APIRoute } from 'astro';

export const prerender = false;

/** `POST /api/m/{token}`: does what a mailed link is for; the token is the authority (RFC 8058), no origin is asked. */
export const POST: APIRoute = async ({ params, request, locals }) => {
  const token = params.token ?? '';
  const form = await request.formData().catch(() => null);
  const choice = form?.get('choice');
  const done = await locals.services?.mailLinks.follow(token, typeof choice === 'string' ? choice.slice(0, 100) : null);
  const noStore = { 'Cache-Control': 'no-store' };
  const problem = done && !done.ok ? done.problem : undefined;
  if (form?.get('List-Unsubscribe') === 'One-Click')
    return new Response(null, { status: done?.ok ? 200 : problem === 'storage' ? 503 : 404, headers: noStore });
  const language = locals.site.languages.find((code) => code === form?.get('language')) ?? locals.site.defaultLanguage;
  const state = done?.ok ? 'done' : problem === 'taken' || problem === 'no-user' ? problem : 'failed';
  return new Response(null, {
    status: 303,
    headers: { ...noStore, Location: `/${language}/m/${encodeURIComponent(token)}/?${state}` },
  });
};

/** A mail program that opens the one-click address shows the page with the button. */
export const GET: APIRoute = ({ params, locals }) =>
  new Response(null, {
    status: 303,
    headers: { 'Cache-Control': 'no-store', Location: `/${locals.language}/m/${encodeURIComponent(params.token ?? '')}/` },
  });
