import type { APIRoute } from 'astro';
import { contentKindName } from '../../../content/fields/content-kind.ts';
import { enterStudio } from '../../staff/studio/enter-studio.server.ts';

export const prerender = false;

/** `/studio/content/{kind}/{name}/preview/`: leads to the page of the site with the draft of this person. */
export const GET: APIRoute = async ({ locals, params }) => {
  const entered = enterStudio(locals, 'content/[kind]/[name]/preview');
  if (entered instanceof Response) return entered;
  const { person, studio } = entered;
  const kind = contentKindName(params.kind);
  const opened = kind && (await studio.content.open(kind, params.name ?? '', person));
  if (!opened?.preview) return new Response(null, { status: 404 });
  return new Response(null, { status: 302, headers: { Location: opened.preview, 'Cache-Control': 'no-store' } });
};
