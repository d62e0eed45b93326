import { Readable } from 'node:stream';
import type { APIRoute } from 'astro';
import { downloadResponse } from '../../../platform/http/responses.server.ts';
import { enterStudio } from '../../staff/studio/enter-studio.server.ts';

export const prerender = false;

/** `/studio/leads/{reference}/files/{id}/`: a file of a mail that came to a lead. */
export const GET: APIRoute = async ({ locals, params }) => {
  const entered = enterStudio(locals, 'leads/[reference]/files/[document]');
  if (entered instanceof Response) return entered;
  const { person, reach, studio } = entered;
  const lead = await studio.leads.find(params.reference ?? '', person, reach);
  const opened = lead ? await studio.leads.file(lead, params.document ?? '', person) : null;
  if (!opened) return new Response(null, { status: 404 });
  const { name, type, bytes } = opened.file;
  return downloadResponse({ stream: Readable.from([opened.content]), size: bytes, name, type });
};
