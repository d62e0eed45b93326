import { OWNER, PASSWORD } from './portal.ts';
import { SITE_URL } from './test-site.ts';

/** Logs the owner of `settle` in at a server and gives the session cookie. */
export async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/owner/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: SITE_URL },
    body: new URLSearchParams({ language: 'nl', email: OWNER, password: PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
