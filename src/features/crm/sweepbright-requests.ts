import { CrmProblem, type CrmRequest, type CrmRequests } from './crm-connection.ts';

const BASE = 'https://website.sweepbright.com/api/';
const ACCEPT = 'application/vnd.sweepbright.v20241030+json';

/** The token with which the estates of one company are read; throws `CrmProblem` when the keys are refused. */
export async function sweepbrightToken({ options, secret, request }: CrmRequests): Promise<string> {
  const text = await request(`${options.url ?? BASE}oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: ACCEPT },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: secret('SWEEPBRIGHT_CLIENT_ID'),
      client_secret: secret('SWEEPBRIGHT_CLIENT_SECRET'),
    }).toString(),
  });
  let token: unknown;
  try {
    ({ access_token: token } = JSON.parse(text));
  } catch {
    throw new CrmProblem('refused', 'the login of SweepBright: its response cannot be read');
  }
  if (typeof token !== 'string' || token === '') throw new CrmProblem('refused', 'SweepBright refused the login');
  return token;
}

/** Sends a request to a path of the API of SweepBright and returns the text of the response. */
export function askSweepbright(
  { options, request }: Pick<CrmRequests, 'options' | 'request'>,
  token: string,
  { method, path, body }: { method: CrmRequest['method']; path: string; body?: object },
): Promise<string> {
  return request(`${options.url ?? BASE}${path}`, {
    method,
    headers: {
      Accept: ACCEPT,
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
