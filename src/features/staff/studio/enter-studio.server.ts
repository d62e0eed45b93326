import { labelsIn } from '../../../i18n/labels.server.ts';
import { mayOpen, type Reach, reachOf, STUDIO_PAGES, type StudioPageName } from '../roles.ts';
import type { StaffMember } from '../staff.server.ts';

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
