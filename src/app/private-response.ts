/** The parts of a request that the response depends on. */
interface Context {
  locals: Pick<App.Locals, 'failed' | 'owner' | 'pendingOwner' | 'services' | 'session' | 'staff'>;
  request: Request;
}

/**
 * Makes the response. A response of the portal knows its owner, one of the studio its member of staff. It is not stored
 * in any cache and sends other sites no referrer.
 */
export async function privateResponse({ locals, request }: Context, next: () => Promise<Response>): Promise<Response> {
  const { services, session } = locals;
  // The error page must not fail for the same reason as the page before it.
  if (!services || locals.failed || !session) return next();
  locals.failed = true;
  const cookies = session === 'staff' ? await enterStudio(services) : await enterPortal(services);
  locals.failed = false;
  const response = await next();
  if (session === 'staff') response.headers.set('X-Robots-Tag', 'noindex, nofollow');
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Referrer-Policy', 'same-origin');
  // A login or logout sets its own cookies, which take precedence.
  if (!response.headers.has('Set-Cookie')) for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;

  async function enterPortal({ owners }: App.Services): Promise<string[]> {
    const { owner, pending, cookies } = await owners.session(request.headers);
    locals.owner = owner;
    locals.pendingOwner = pending;
    return cookies;
  }
  async function enterStudio({ studio }: App.Services): Promise<string[]> {
    const { staff, cookies } = await studio.staff.session(request.headers);
    locals.staff = staff;
    return cookies;
  }
}
