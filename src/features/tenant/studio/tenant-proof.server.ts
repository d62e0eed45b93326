import { Readable } from 'node:stream';
import type { APIRoute } from 'astro';
import { downloadResponse } from '../../../platform/http/responses.server.ts';
import { enterStudio } from '../../staff/studio/enter-studio.server.ts';

export const prerender = false;

/** `/studio/agenda/{viewing}/proofs/{id}/`: a proof of a candidate tenant, for who may change the viewing. */
export const GET: APIRoute = async ({ locals, params }) => {
  const entered = enterStudio(locals, 'agenda/[viewing]/proofs/[document]');
  if (entered instanceof Response) return entered;
  const { person, reach, studio } = entered;
  const viewing = await studio.agenda.find(params.viewing ?? '', locals.language);
  const mayOpen = viewing && studio.agenda.mayChange(viewing, person, reach);
  const opened = mayOpen ? await studio.tenants.document(viewing, params.document ?? '', person) : null;
  if (!opened) return new Response(null, { status: 404 });
  const { name, type, bytes } = opened.document;
  return downloadResponse({ stream: Readable.from([opened.content]), size: bytes, name, type });
};
