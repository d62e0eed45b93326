import type { APIRoute } from 'astro';
import * as z from 'zod';
import type { Language } from '../../i18n/languages.ts';
import { readBody, readBytes, readPlainForm } from './body.server.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

type Site = App.Locals['site'];

/** What an endpoint knows about a request besides its input. */
export interface EndpointContext {
  site: Site;
  services: App.Services;
  /** The language of the input, else that of the visitor's browser. */
  language: Language;
  request: Request;
  query: URLSearchParams;
  ipAddress: string;
  owner: NonNullable<App.Locals['owner']> | null;
  /** An owner who has shown the password, but not the second factor. */
  pending: NonNullable<App.Locals['owner']> | null;
}

/** The four steps of an endpoint: parse the input, authorise, call a service, respond. */
export interface Endpoint<Schema extends z.core.$ZodType, Authorised> {
  /** Query, path parameters and body together; each message of the schema is a code of the problem table. */
  input: Schema;
  /**
   * How a posted body is read. `plain`: multipart is accepted too, and without a body there are no fields. `raw`: its
   * bytes are the input `bytes`, whatever they are.
   */
  body?: 'plain' | 'raw';
  /** Decides whether the request is allowed; a response ends the request. Left out = everybody. */
  authorise?(input: z.output<Schema>, context: EndpointContext): Promise<Authorised | Response>;
  run(input: z.output<Schema>, context: EndpointContext & { authorised: Authorised }): Response | Promise<Response>;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

/** Inputs that several endpoints share. */
export const propertyNumber = z
  .string('unknown-property')
  .regex(/^\d{1,12}$/, 'unknown-property')
  .transform(Number);
/** Position of a document in the list of its property. */
export const documentPlace = z
  .string('unknown-document')
  .regex(/^\d{1,3}$/, 'unknown-document')
  .transform(Number);
export const textOfLength = (most: number) =>
  z
    .string()
    .catch('')
    .transform((text) => text.slice(0, most));

/** Builds an endpoint from its steps. Without the server process, as during a build, the endpoint does not exist. */
export function endpoint<Schema extends z.core.$ZodType, Authorised = null>(
  steps: Endpoint<Schema, Authorised>,
): APIRoute {
  return async ({ locals, params, request }) => respond(steps, request, locals, params);
}

/** Runs the steps of an endpoint for one request. */
export async function respond<Schema extends z.core.$ZodType, Authorised>(
  { input, body, authorise, run }: Endpoint<Schema, Authorised>,
  request: Request,
  locals: App.Locals,
  params: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  const raw = await rawInput(request, locals, params, body);
  if (raw instanceof Response) return raw;
  const parsed = z.safeParse(input, raw);
  if (!parsed.success) {
    const code = codeOf(parsed.error);
    return code === 'unknown-document' ? notFound() : problemResponse(code);
  }
  const context = contextOf(locals, request, raw.language);
  if (!context) return notFound();
  const authorised = authorise ? await authorise(parsed.data, context) : (null as Authorised);
  return authorised instanceof Response ? authorised : run(parsed.data, { ...context, authorised });
}

async function rawInput(
  request: Request,
  locals: App.Locals,
  params: object,
  kind?: 'plain' | 'raw',
): Promise<Record<string, unknown> | Response> {
  const fields = Object.fromEntries(queryOf(locals));
  if (request.method !== 'POST') return { ...fields, ...params };
  if (kind === 'raw') {
    const bytes = await readBytes(request);
    return bytes ? { ...fields, ...params, bytes } : problemResponse('too-large');
  }
  if (kind) return { ...fields, ...(await readPlainForm(request)), ...params };
  const body = await readBody(request);
  return body.ok ? { ...fields, ...body.raw, ...params } : problemResponse(body.problem);
}

/** The context of a request; null during a build, when no server runs. */
export function contextOf(locals: App.Locals, request: Request, language?: unknown): EndpointContext | null {
  const { site, services, ipAddress = '0.0.0.0', owner = null, pendingOwner: pending = null } = locals;
  if (!services) return null;
  return {
    site,
    services,
    language: site.languages.find((code) => code === language) ?? locals.language,
    request,
    query: queryOf(locals),
    ipAddress,
    owner,
    pending,
  };
}

const queryOf = ({ requestPath }: App.Locals) => new URL(requestPath, 'http://localhost').searchParams;

const codeOf = ({ issues }: z.ZodError): ProblemCode => {
  const message = issues[0]?.message ?? '';
  return Object.hasOwn(PROBLEMS, message) ? (message as ProblemCode) : 'unreadable';
};

/** Whether a script asks, which reads JSON; a form that a browser posts gets a page. */
export const wantsJson = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.get('accept') === 'application/json' || (headers.get('content-type') ?? '').startsWith('application/json');

/** A refusal as JSON, with the status of its code. */
export function problemResponse(problem: ProblemCode, more: object = {}, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set('Cache-Control', 'no-store');
  return Response.json({ ok: false, problem, ...more }, { status: PROBLEMS[problem].status, headers: all });
}

/** The redirect to another page after a POST. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...NO_STORE, Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** The site's "not found" page. */
export const notFound = () => new Response(null, { status: 404, headers: NO_STORE });
