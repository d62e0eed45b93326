import { type CrmConnection, CrmProblem, type CrmRequests } from './crm-connection.ts';

const BASE = 'https://api.whise.eu/';

/** The token with which the data of one agency is read and written. */
export async function whiseToken(connection: CrmRequests): Promise<string> {
  const { clientId, officeId } = connection.options;
  if (!clientId)
    throw new CrmProblem(
      'refused',
      'the number of the agency is missing: set connections.whise.clientId in settings/import.json',
    );
  const login = { username: connection.secret('WHISE_USERNAME'), password: connection.secret('WHISE_PASSWORD') };
  const token = tokenIn(await postToWhise(connection, 'token', login), 'the login');
  const wanted = { ClientId: Number(clientId), ...(officeId && { OfficeId: Number(officeId) }) };
  return tokenIn(await postToWhise(connection, 'v1/admin/clients/token', wanted, token), `the client ${clientId}`);
}

function tokenIn(text: string, what: string): string {
  let token: unknown;
  try {
    ({ token } = JSON.parse(text));
  } catch {
    // It is refused below.
  }
  if (typeof token !== 'string' || token === '') throw new CrmProblem('refused', `Whise refused ${what}`);
  return token;
}

/** Posts JSON to a path of the API of Whise and returns the text of the response. */
export function postToWhise(
  { options, request }: Pick<CrmConnection, 'options' | 'request'>,
  path: string,
  body: object,
  token?: string,
): Promise<string> {
  return request(`${options.url ?? BASE}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}
