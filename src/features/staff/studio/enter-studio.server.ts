import { Readable } from 'node:stream';
import { labelsIn } from '../../../i18n/labels.server.ts';
import type { BodyRule, RequestContext } from '../../../platform/http/action.server.ts';
import { type Body, isUpload, LARGE_FORM } from '../../../platform/http/body.server.ts';
import { mayOpen, type Reach, reachOf, STUDIO_PAGES, type StudioPageName } from '../rights.ts';
import type { StaffMember } from '../staff.server.ts';

/** A file that is made for one member of staff, whole or piece by piece. */
export const download = (body: string | AsyncIterable<string>, type: string, name: string): Response =>
  new Response(typeof body === 'string' ? body : (Readable.toWeb(Readable.from(body)) as ReadableStream), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });

/** A member of staff on a page of the studio. */
export interface EnteredStudio {
  person: StaffMember;
  /** How far the right of the page reaches for this person. */
  reach: Reach;
  services: App.Services;
  studio: App.Services['studio'];
  query: URLSearchParams;
}

const redirect = (to: string) => new Response(null, { status: 303, headers: { Location: to } });

/**
 * Admits a member of staff to a page of the studio, in their language. Without a login, or without the second factor,
 * it redirects there and back; a page that the role does not have does not exist for it.
 */
export function enterStudio(locals: App.Locals, page: StudioPageName): Response | EnteredStudio {
  const { services, staff: person, requestPath, query, site } = locals;
  if (!services) return new Response(null, { status: 404 });
  const here = `?next=${encodeURIComponent(requestPath)}`;
  if (!person) return redirect(`/studio/login/${here}`);
  if (!services.studio.staff.isIn(person)) return redirect(`/studio/factor/${here}`);
  const reach = mayOpen(person.role, page) ? reachOf(person.role, STUDIO_PAGES[page].right) : null;
  if (reach === null) {
    services.events.studioRefused(person.id, page);
    return new Response(null, { status: 404 });
  }
  speak(locals, person.language, site.languages);
  return { person, reach, services, studio: services.studio, query };
}

/** The studio speaks the language of the person, whatever the browser prefers. */
export function speak(locals: App.Locals, language: string, languages: readonly string[]): void {
  if (!languages.includes(language)) return;
  locals.language = language;
  locals.t = labelsIn(language);
}

/** Where to go after a login: a path of the studio, else its first page. */
export const nextPath = (given: unknown): string =>
  typeof given === 'string' && given.length < 500 && /^\/studio\/[\w\-/?=&%.]*$/.test(given) ? given : '/studio/';

/** The page from which a form was sent. */
export function backOf(request: Request): string {
  const referer = request.headers.get('referer') ?? '';
  return URL.canParse(referer) ? nextPath(new URL(referer).pathname + new URL(referer).search) : '/studio/';
}

/** Actions with many texts or a file, which are read for those who are in only; each with the page of its form. */
const LARGE: Readonly<Partial<Record<string, string>>> = {
  'translations-save': '/studio/translations/',
  'labels-save': '/studio/translations/labels/',
  'replace-apply': '/studio/replace/',
};

const FORM_OF_CONTENT = { ...LARGE_FORM, mostBytes: 512 * 1024 };

/**
 * How the body of an action is read. Who is in may send files and many texts; files of photographs are read once it is
 * clear that the person may send them. Somebody whose session has ended gets back what they wrote.
 */
export function bodyOfAction(name: string, { request, services, locals: { staff } }: RequestContext): BodyRule {
  const isIn = !!staff && services.studio.staff.isIn(staff);
  if (isUpload(request) && name.startsWith('photo-')) return { kind: 'stream' };
  if (isIn && ((isUpload(request) && name === 'content-save') || LARGE[name])) return { kind: 'large' };
  return { kind: 'form', limits: name.startsWith('content-') ? (isIn ? LARGE_FORM : FORM_OF_CONTENT) : undefined };
}

/** What a body leads to that is too large: the page of its form says so. */
export function unreadBody(
  problem: Extract<Body, { ok: false }>['problem'],
  name: string,
  context: RequestContext,
): { to: string } | { problem: typeof problem } {
  const page = bodyOfAction(name, context).kind === 'large' && (LARGE[name] ?? '/studio/');
  return page && problem === 'too-large' ? { to: `${page}?wrong=too-large` } : { problem };
}
