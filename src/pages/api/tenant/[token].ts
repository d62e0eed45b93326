import type { APIRoute } from 'astro';
import { DOCUMENT_BYTES } from '../../../domain/media/document-bytes.ts';
import { contextOf, notFound, seeOther } from '../../../routes/endpoint.ts';
import { readLargeBody } from '../../../server/platform/http/large-body.ts';

export const prerender = false;

/** A proof of each kind, and the fields beside them. */
const MOST_BYTES = 2 * DOCUMENT_BYTES + 64 * 1024;

/** `POST /api/tenant/{token}`: the file of a candidate tenant; the token of the mail is the authority. */
export const POST: APIRoute = async ({ locals, params, request }) => {
  const context = contextOf(locals, request);
  const token = params.token ?? '';
  // Nobody without a link makes the server read files.
  if (!context || !(await context.services.tenants.isOpen(token))) return notFound();
  locals.bodyOfUpload?.();
  const body = await readLargeBody(request, MOST_BYTES);
  const { languages } = context.site;
  const language = (body.ok && languages.find((code) => code === body.raw.language)) || context.language;
  const page = `/${language}/m/${encodeURIComponent(token)}/`;
  if (!body.ok) return seeOther(`${page}?said=${body.problem}`);
  const files = new Map(
    [...(body.files ?? [])].map(([name, bytes]) => [name, { name: body.fileNames?.get(name) ?? '', bytes }]),
  );
  const result = await context.services.tenants.send(token, { raw: body.raw, files });
  if (result.ok) return seeOther(`${page}?said=sent`);
  const wrong = result.problem === 'fields' ? `&wrong=${result.wrong.join(',')}` : '';
  return seeOther(`${page}?said=${result.problem}${wrong}`);
};
