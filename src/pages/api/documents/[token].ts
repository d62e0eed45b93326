import type { APIRoute } from 'astro';
import { documentResponse } from '../../../server/services/documents/document-response.ts';

export const prerender = false;

/** `POST /api/documents/{token}` with `n`: sends one paper of the home that the mailed link stands for. */
export const POST: APIRoute = async ({ params, request, locals }) => {
  const form = await request.formData().catch(() => null);
  const n = String(form?.get('n') ?? '');
  const document = /^\d{1,3}$/.test(n)
    ? await locals.services?.documents.open(params.token ?? '', Number(n), locals.language)
    : null;
  return documentResponse(document ?? null);
};
