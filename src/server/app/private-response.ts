import type { Site } from '../catalogue/site/site.ts';
import type { Owner } from '../services/owners/auth/owner.ts';
import type { AppServices } from './services.ts';

/** The parts of a request that the response depends on. */
interface Context {
  locals: {
    site: Site;
    requestPath: string;
    services?: AppServices | undefined;
    owner?: Owner | null;
    failed?: boolean;
  };
  request: Request;
}

/** Whether a path is one of the portal or of its login, in any spelling that the routes accept. */
export function isPrivate(requestPath: string, site: Pick<Site, 'paths'>): boolean {
  const path = plain(requestPath.split('?')[0] ?? '');
  const name = site.paths.find(path)?.name ?? '';
  return /^(login|owner)(-|$)|^viewing-feedback$/.test(name) || /^\/api\/owner(\/|$)/.test(path);
}

/**
 * Makes the response. A response of the portal knows its owner, is not stored in any cache and sends other sites no
 * referrer.
 */
export async function privateResponse({ locals, request }: Context, next: () => Promise<Response>): Promise<Response> {
  // The error page must not fail for the same reason as the page before it.
  if (!locals.services || locals.failed || !isPrivate(locals.requestPath, locals.site)) return next();
  locals.failed = true;
  const { owner, cookies } = await locals.services.owners.session(request.headers);
  locals.owner = owner;
  locals.failed = false;
  const response = await next();
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Referrer-Policy', 'same-origin');
  // A login or logout sets its own cookies, which take precedence.
  if (!response.headers.has('Set-Cookie')) for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Decodes percent-encoding in a path, as the routes do. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
