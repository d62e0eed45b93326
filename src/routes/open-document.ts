import { documentAnswer } from '../server/services/documents/document-response.ts';

/** `GET /api/owner/paper?property=&n=`: a paper of a home, for its owner only; their own openings are not counted. */
export async function openPaper({ site, live, owner, address, language }: App.Locals): Promise<Response> {
  const query = new URL(address, 'http://localhost').searchParams;
  if (!owner) return new Response(null, { status: 303, headers: { Location: site.paths.to('login', language) } });
  const property = await live!.portal.property(owner, query.get('property') ?? '');
  const n = query.get('n') ?? '';
  if (!property || !/^\d{1,3}$/.test(n)) return new Response(null, { status: 404 });
  return documentAnswer(await live!.portal.paper(property, Number(n), language));
}
