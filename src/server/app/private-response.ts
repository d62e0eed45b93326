import type { Site } from '../catalogue/site/site.ts';
import type { Owner } from '../services/owners/auth/owner.ts';
import type { AppServices } from './services.ts';

/** What is needed of a request to answer it. */
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

/** Whether an address is one of the portal or of its login, in whatever spelling the routes take. */
export function isPrivate(requestPath: string, site: Pick<Site, 'paths'>): boolean {
  const path = plain(requestPath.split('?')[0] ?? '');
  const name = site.paths.find(path)?.name ?? '';
  return /^(login|owner)(-|$)|^viewing-feedback$/.test(name) || /^\/api\/owner(\/|$)/.test(path);
}

/** Makes the answer; one of the portal knows its owner, is stored nowhere and tells no other site where it stood. */
export async function privateResponse({ locals, request }: Context, next: () => Promise<Response>): Promise<Response> {
  // The page that says what failed must not fail for the same reason.
  if (!locals.services || locals.failed || !isPrivate(locals.requestPath, locals.site)) return next();
  locals.failed = true;
  const { owner, cookies } = await locals.services.owners.session(request.headers);
  locals.owner = owner;
  locals.failed = false;
  const response = await next();
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Referrer-Policy', 'same-origin');
  // A login or logout says its own cookies, which win.
  if (!response.headers.has('Set-Cookie')) for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** A path as the routes read it, whatever in it was written as %xx. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
