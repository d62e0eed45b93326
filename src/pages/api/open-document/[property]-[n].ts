import type { APIRoute } from 'astro';
import { documentResponse } from '../../../server/services/documents/document-response.ts';

export const prerender = false;

/** `GET /api/open-document/{home}-{n}`: sends a paper that anybody may see, such as an energy certificate. */
export const GET: APIRoute = async ({ params: { property = '', n = '' }, locals }) => {
  const isNumber = /^\d{1,12}$/.test(property) && /^\d{1,3}$/.test(n);
  return documentResponse(
    (isNumber && (await locals.services?.documents.openPublic(Number(property), Number(n), locals.language))) || null,
  );
};
