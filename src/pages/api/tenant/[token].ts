import type { APIRoute } from 'astro';
import { LARGEST_FORM_BYTES } from '../../../features/tenant/tenant.ts';
import { readLargeBody } from '../../../platform/http/body.server.ts';
import { contextOf, notFound, seeOther } from '../../../platform/http/endpoint.server.ts';

export const prerender = false;

/** `POST /api/tenant/{token}`: the file of a candidate tenant; the token of the mail is the authority. */
export const POST: APIRoute = async ({ locals, params, request }) => {
  const context = contextOf(locals, request);
  const token = params.token ?? '';
  if (!context) return notFound();
  // Nobody without a link makes the server read files, and nobody with one makes it read them all the time.
  const admitted = await context.services.tenants.admits(token);
  if (admitted === 'over') return notFound();
  const path = (language: string) => `/${language}/m/${encodeURIComponent(token)}/`;
  if (admitted === 'too-often') return seeOther(`${path(context.language)}?said=too-often`);
  locals.bodyOfUpload?.();
  const body = await readLargeBody(request, LARGEST_FORM_BYTES);
  const { languages } = context.site;
  const language = (body.ok && languages.find((code) => code === body.raw.language)) || context.language;
  const page = path(language);
  if (!body.ok) return seeOther(`${page}?said=${body.problem}`);
  const files = new Map(
    [...(body.files ?? [])].map(([name, bytes]) => [name, { name: body.fileNames?.get(name) ?? '', bytes }]),
  );
  const result = await context.services.tenants.send(token, { raw: body.raw, files });
  if (result.ok) return seeOther(`${page}?said=sent`);
  const wrong = result.problem === 'fields' ? `&wrong=${result.wrong.join(',')}&file=${result.file ?? ''}` : '';
  return seeOther(`${page}?said=${result.problem}${wrong}`);
};
