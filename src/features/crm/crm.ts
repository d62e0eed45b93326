import * as z from 'zod';

/** A CRM that an importer asks for its properties. */
export interface CrmConnection {
  /** Its settings, in `connections` of settings/import.json. */
  options: Readonly<Record<string, string | number | boolean>>;
  /** A key from the environment; throws a sentence that names the variable when it is not set. */
  secret(variable: string): string;
  /**
   * Sends a request and returns the text of the response; throws `CrmProblem` when there is none after several
   * attempts, or one that is no success.
   */
  request(url: string, init: CrmRequest): Promise<string>;
  /**
   * A response that does not change as long as its key stays the same: the one of an earlier import, or else a new one.
   */
  remembered(key: string, load: () => Promise<string>): Promise<string>;
}

/** What a request to a CRM needs: its settings, its keys, and what sends it. */
export type CrmRequests = Pick<CrmConnection, 'options' | 'secret' | 'request'>;

export interface CrmRequest {
  method: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Why a CRM gave nothing; the message has no key and no personal data. */
export class CrmProblem extends Error {
  readonly problem: 'refused' | 'unreachable' | 'incomplete';
  /** HTTP status of the response that is no success; null when there was none, or the problem is another one. */
  readonly status: number | null;

  constructor(problem: CrmProblem['problem'], message: string, status: number | null = null) {
    super(message);
    this.problem = problem;
    this.status = status;
  }
}

/** What a CRM says has happened to one of its properties. */
export interface CrmEvent {
  /** ID of the property in the CRM. */
  sourceId: string;
  kind: 'changed' | 'deleted';
  /** When it happened by the clock of the CRM, as ISO 8601 in UTC. */
  happenedAt: string;
}

/** An event that waits for an import. */
export interface PendingEvent extends CrmEvent {
  /** When the site received it, as ISO 8601 in UTC. */
  receivedAt: string;
}

const KINDS = { 'estate-added': 'changed', 'estate-updated': 'changed', 'estate-deleted': 'deleted' } as const;

const sweepbrightEvent = z.object({
  event: z.enum(['estate-added', 'estate-updated', 'estate-deleted']),
  estate_id: z.string().regex(/^[\w-]{10,64}$/),
  happened_at: z.iso.datetime({ offset: true }),
});

/** The event in the body of a webhook of SweepBright; null when it is none. */
export function sweepbrightEventIn(body: string): CrmEvent | null {
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = sweepbrightEvent.safeParse(data);
  if (!parsed.success) return null;
  const { event, estate_id: sourceId, happened_at: happenedAt } = parsed.data;
  return { sourceId, kind: KINDS[event], happenedAt: new Date(happenedAt).toISOString() };
}

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
