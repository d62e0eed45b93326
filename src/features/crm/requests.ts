import { type CrmConnection, CrmProblem, type CrmRequest, type CrmRequests } from './crm.ts';

const SKARABEE_URL = 'https://weblink.skarabee.com/v41/weblink.asmx';
const NAMESPACE = 'http://weblink.skarabee.com/';

/** Calls an operation of the web service of Skarabee with its content as XML, and returns the response. */
export function callSkarabee(
  { options, secret, request }: CrmRequests,
  operation: string,
  content: string,
): Promise<string> {
  const login = Buffer.from(`${secret('SKARABEE_USERNAME')}:${secret('SKARABEE_PASSWORD')}`).toString('base64');
  return request(String(options.url ?? SKARABEE_URL), {
    method: 'POST',
    headers: {
      'Content-Type': `application/soap+xml; charset=utf-8; action="${NAMESPACE}${operation}"`,
      Authorization: `Basic ${login}`,
    },
    body:
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">' +
      `<soap:Body><${operation} xmlns="${NAMESPACE}">${content}</${operation}></soap:Body></soap:Envelope>`,
  });
}

const SWEEPBRIGHT_URL = 'https://website.sweepbright.com/api/';
const ACCEPT = 'application/vnd.sweepbright.v20241030+json';

/** The token with which the estates of one company are read; throws `CrmProblem` when the keys are refused. */
export async function sweepbrightToken({ options, secret, request }: CrmRequests): Promise<string> {
  const text = await request(`${options.url ?? SWEEPBRIGHT_URL}oauth/token`, {
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
  return request(`${options.url ?? SWEEPBRIGHT_URL}${path}`, {
    method,
    headers: {
      Accept: ACCEPT,
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const WHISE_URL = 'https://api.whise.eu/';

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
  return request(`${options.url ?? WHISE_URL}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}
