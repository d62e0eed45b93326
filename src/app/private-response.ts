import type { Site } from '../content/site/site.ts';
import type { Owner } from '../features/owner/sessions.server.ts';
import type { StaffMember } from '../features/staff/staff.server.ts';
import type { AppServices } from './services.ts';

/** The parts of a request that the response depends on. */
interface Context {
  locals: {
    site: Site;
    requestPath: string;
    services?: AppServices | undefined;
    owner?: Owner | null;
    /** An owner who has shown the password, but not the second factor. */
    pendingOwner?: Owner | null;
    staff?: StaffMember | null;
    failed?: boolean;
  };
  request: Request;
}

/** Whether a path is one of the portal or of its login, in any spelling that the routes accept. */
export function isPrivate(requestPath: string, site: Pick<Site, 'paths'>): boolean {
  const path = plain(requestPath.split('?')[0] ?? '');
  const name = site.paths.rowAt(path)?.name ?? '';
  return /^(login|owner)(-|$)|^viewing-feedback$/.test(name) || /^\/api\/owner(\/|$)/.test(path);
}

/**
 * Makes the response. A response of the portal knows its owner, one of the studio its member of staff. It is not stored
 * in any cache and sends other sites no referrer.
 */
export async function privateResponse({ locals, request }: Context, next: () => Promise<Response>): Promise<Response> {
  const isStudio = /^\/studio\//.test(locals.requestPath);
  // The error page must not fail for the same reason as the page before it.
  if (!locals.services || locals.failed || !(isStudio || isPrivate(locals.requestPath, locals.site))) return next();
  locals.failed = true;
  const cookies = isStudio ? await enter(locals.services.studio.staff) : await enterPortal(locals.services.owners);
  locals.failed = false;
  const response = await next();
  if (isStudio) response.headers.set('X-Robots-Tag', 'noindex, nofollow');
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Referrer-Policy', 'same-origin');
  // A login or logout sets its own cookies, which take precedence.
  if (!response.headers.has('Set-Cookie')) for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;

  async function enterPortal(owners: AppServices['owners']): Promise<string[]> {
    const { owner, pending, cookies } = await owners.session(request.headers);
    locals.owner = owner;
    locals.pendingOwner = pending;
    return cookies;
  }
  async function enter(login: AppServices['studio']['staff']): Promise<string[]> {
    const { staff, cookies } = await login.session(request.headers);
    locals.staff = staff;
    return cookies;
  }
}

/** Decodes percent-encoding in a path, as the routes do. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
