import { Readable } from 'node:stream';
import type { APIRoute } from 'astro';
import { downloadResponse } from '../../../platform/http/responses.server.ts';
import { enterStudio } from '../../staff/studio/enter-studio.server.ts';

export const prerender = false;

/** `/studio/owner-documents/{id}/`: a document that an owner sent. */
export const GET: APIRoute = async ({ locals, params }) => {
  const entered = enterStudio(locals, 'owner-documents/[document]');
  if (entered instanceof Response) return entered;
  const { person, reach, studio } = entered;
  const opened = await studio.ownerDocuments.open(params.document ?? '', person, reach);
  if (!opened) return new Response(null, { status: 404 });
  const { name, type, bytes } = opened.document;
  return downloadResponse({ stream: Readable.from([opened.content]), size: bytes, name, type });
};
