import { documentResponse } from '../server/services/documents/document-response.ts';

/** `GET /api/owner/document?property=&n=`: a paper of a home, for its owner only; their own openings are not counted. */
export async function openOwnDocument({ site, services, owner, requestPath, language }: App.Locals): Promise<Response> {
  const query = new URL(requestPath, 'http://localhost').searchParams;
  if (!owner) return new Response(null, { status: 303, headers: { Location: site.paths.to('login', language) } });
  const property = await services!.portal.property(owner, query.get('property') ?? '');
  const n = query.get('n') ?? '';
  if (!property || !/^\d{1,3}$/.test(n)) return new Response(null, { status: 404 });
  return documentResponse(await services!.portal.document(property, Number(n), language));
}
