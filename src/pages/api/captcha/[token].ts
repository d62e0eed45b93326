import type { APIRoute } from 'astro';

export const prerender = false;

/** `GET /api/captcha/{token}`: the picture with the characters to type. */
export const GET: APIRoute = async ({ params, locals }) => {
  const picture = await locals.services?.forms.picture(params.token ?? '');
  if (!picture) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' } });
};
