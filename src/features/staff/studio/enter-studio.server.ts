import { Readable } from 'node:stream';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { type Body, isUpload, LARGE_FORM, readBody, readLargeBody } from '../../../platform/http/body.server.ts';
import { problemResponse, seeOther, wantsJson } from '../../../platform/http/endpoint.server.ts';
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
  const { services, staff: person, requestPath, site } = locals;
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
  const query = new URL(requestPath, 'http://localhost').searchParams;
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

/** The body of an action; a response where it cannot be read. Photographs are still to be read, from `incoming`. */
export async function readStudioBody(
  name: string,
  request: Request,
  locals: App.Locals,
): Promise<{ body: Extract<Body, { ok: true }> | Response; incoming: Readable | null }> {
  const { staff, services } = locals;
  const isIn = staff !== null && staff !== undefined && services?.studio.staff.isIn(staff) === true;
  // Files are read once it is clear that the person may send them.
  if (isUpload(request) && name.startsWith('photo-'))
    return { body: { ok: true, json: wantsJson(request), raw: {} }, incoming: locals.bodyOfUpload?.() ?? null };
  // A form of content that brings a picture.
  const isWithPicture = isIn && isUpload(request) && name === 'content-save';
  const page = isIn ? (isWithPicture ? '/studio/' : LARGE[name]) : undefined;
  // Somebody whose session has ended gets back what they wrote.
  const limits = name.startsWith('content-') ? (isIn ? LARGE_FORM : FORM_OF_CONTENT) : undefined;
  const body = page ? await readLargeBody(request) : await readBody(request, limits);
  if (body.ok) return { body, incoming: null };
  const isTooLarge = page && body.problem === 'too-large';
  return { body: isTooLarge ? seeOther(`${page}?wrong=too-large`) : problemResponse(body.problem), incoming: null };
}
