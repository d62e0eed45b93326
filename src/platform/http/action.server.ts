import type { Readable } from 'node:stream';
import type { APIRoute } from 'astro';
import * as z from 'zod';
import type { Language } from '../../i18n/languages.ts';
import { isStorageProblem } from '../database/storage-problem.ts';
import { type Body, type BodyLimits, readBody, readBytes, readLargeBody, readPlainForm } from './body.server.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

type Site = App.Locals['site'];

/** What an action knows about a request besides its input. */
export interface RequestContext {
  site: Site;
  services: App.Services;
  /** The language of the input, else that of the page or of the visitor's browser. */
  language: Language;
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  ipAddress: string;
  owner: NonNullable<App.Locals['owner']> | null;
  /** An owner who has shown the password, but not the second factor. */
  pending: NonNullable<App.Locals['owner']> | null;
  /** The posted body; of a request without one it has no fields. */
  body: Extract<Body, { ok: true }>;
  locals: App.Locals;
}

/** Why a request is refused. */
export interface Refusal {
  problem: ProblemCode;
  retryAfterSeconds?: number | undefined;
  /** What is wrong with the fields of a form, and what is said above them. */
  words?: { problems: Record<string, string>; text: string | null };
}

/** What a request leads to: another page, a page that is shown at once, a refusal, or a response as it is. */
export type Outcome<View = never> =
  | Response
  /** A script gets `json` instead, where there is one. */
  | { to: string; cookies?: readonly string[] | undefined; json?: object }
  | { view: View; status?: number | undefined }
  | Refusal;

/**
 * How a posted body is read. `form`: a form or JSON, small or within limits. `plain`: any encoding of a small form; one
 * that cannot be read has no fields. `large`: a form with many fields or with files. `raw`: its bytes are the input
 * `bytes`. `stream`: not at all; the action reads it.
 */
export type BodyRule =
  | { kind: 'form'; limits?: BodyLimits | undefined }
  | { kind: 'plain' | 'stream' }
  | { kind: 'raw'; mostBytes?: number }
  | { kind: 'large'; mostBytes?: number };

/** A request with what it is allowed to act on. */
type Allowed<Authorised> = RequestContext & { authorised: Authorised };

/**
 * What is done at one address, in steps: admit, read the body, parse the input, authorise, run; then a redirect, a page
 * or JSON by the table of problems. Only `input` and `run` are needed.
 */
export interface Action<Schema extends z.core.$ZodType, Authorised = null, View = never> {
  /**
   * Path parameters, query and body together; a posted form is its body alone, so that no address fills it in. Each
   * message of the schema is a code of the problem table.
   */
  input: Schema;
  body?: BodyRule | ((context: RequestContext) => BodyRule);
  /** Refuses a request before its body is read, where reading it costs something. */
  admit?(context: RequestContext): Promise<Outcome<View> | null>;
  /** What a body leads to that cannot be read; left out = the problem. */
  unread?(problem: Extract<Body, { ok: false }>['problem'], context: RequestContext): Outcome<View>;
  /** Decides whether the request is allowed; left out = everybody. */
  authorise?(
    input: z.output<Schema>,
    context: RequestContext,
  ): Promise<{ right: Authorised } | { refused: Outcome<View> }>;
  run(input: z.output<Schema>, context: Allowed<Authorised>): Outcome<View> | Promise<Outcome<View>>;
  /** The page that is shown again after a refusal; left out = the problem as JSON. */
  view?(input: z.output<Schema>, context: Allowed<Authorised>): View | Promise<View>;
}

/** A page that responds to an action. */
export interface Shown<View> {
  view: View;
  status: number;
  headers: Readonly<Record<string, string>>;
  language: Language;
  /** Why the page is shown again; null for a page that is what follows. */
  refusal: Refusal | null;
}

const NO_STORE = { 'Cache-Control': 'no-store' };
const NO_BODY: RequestContext['body'] = { ok: true, json: false, raw: {} };

/** Inputs that several actions share. */
export const propertyNumber = z
  .string('unknown-property')
  .regex(/^\d{1,12}$/, 'unknown-property')
  .transform(Number);
/** Position of a document in the list of its property. */
export const documentPlace = z
  .string('unknown-document')
  .regex(/^\d{1,3}$/, 'unknown-document')
  .transform(Number);
/**
 * A posted text without null characters, cut at a length: of a field that is given twice the first; empty for one that
 * is left out or is no text.
 */
export const textField = (most = 10_000) =>
  z
    .unknown()
    .optional()
    .transform((value) => plainText(Array.isArray(value) ? value[0] : value).slice(0, most));
/** All texts of a posted field, as they were sent. */
export const textFields = z
  .unknown()
  .optional()
  .transform((value) => [value].flat().filter((one) => typeof one === 'string'));

const plainText = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : '');

/** An action whose types follow from its schema. */
export const action = <Schema extends z.core.$ZodType, Authorised = null, View = never>(
  steps: Action<Schema, Authorised, View>,
): Action<Schema, Authorised, View> => steps;

/** Builds an endpoint of Astro from an action without pages. */
export function endpoint<Schema extends z.core.$ZodType, Authorised = null>(
  steps: Action<Schema, Authorised>,
): APIRoute {
  return async ({ locals, params, request }) => respond(steps, request, locals, params);
}

/** The response of an action without pages. */
export async function respond<Schema extends z.core.$ZodType, Authorised>(
  steps: Action<Schema, Authorised>,
  request: Request,
  locals: App.Locals,
  params: RequestContext['params'] = {},
): Promise<Response> {
  const made = await perform(steps, request, locals, params);
  if (!(made instanceof Response)) throw new TypeError('This action has no page.');
  return made;
}

/** Performs an action for one request. Without the server process, as during a build, it does not exist. */
export async function perform<Schema extends z.core.$ZodType, Authorised, View>(
  steps: Action<Schema, Authorised, View>,
  request: Request,
  locals: App.Locals,
  params: RequestContext['params'] = {},
): Promise<Response | Shown<View>> {
  const context = contextOf(locals, request, params);
  if (!context) return notFound();
  const early = await steps.admit?.(context);
  if (early) return finish(early, context);
  const rule = typeof steps.body === 'function' ? steps.body(context) : (steps.body ?? { kind: 'form' });
  const body = request.method === 'POST' ? await bodyOf(rule, request, locals) : NO_BODY;
  if (!body.ok) return finish(steps.unread?.(body.problem, context) ?? { problem: body.problem }, context);
  context.body = body;
  const isForm = request.method === 'POST' && (rule.kind === 'form' || rule.kind === 'large');
  const fields = isForm ? body.raw : { ...Object.fromEntries(context.query), ...body.raw };
  const { site } = context;
  // A posted form names its language; anything else is in that of the page or of the browser.
  const usual = rule.kind === 'form' && isForm ? site.defaultLanguage : context.language;
  context.language = site.languages.find((code) => code === fields.language) ?? usual;
  const parsed = z.safeParse(steps.input, { ...fields, ...params });
  if (!parsed.success) {
    const code = codeOf(parsed.error);
    return code === 'unknown-document' ? notFound() : problemResponse(code);
  }
  const allowed = await steps.authorise?.(parsed.data, context);
  if (allowed && 'refused' in allowed) return finish(allowed.refused, context);
  const given: Allowed<Authorised> = Object.assign(context, { authorised: (allowed?.right ?? null) as Authorised });
  const { view } = steps;
  const again = view && (() => view(parsed.data, given));
  try {
    return await finish(await steps.run(parsed.data, given), context, again);
  } catch (error) {
    if (!isStorageProblem(error) || !again) throw error;
    return finish({ problem: 'storage', retryAfterSeconds: error.retryAfterSeconds }, context, again);
  }
}

/** The response to an outcome. */
async function finish<View>(
  outcome: Outcome<View>,
  { language, body }: RequestContext,
  again?: () => View | Promise<View>,
): Promise<Response | Shown<View>> {
  if (outcome instanceof Response) return outcome;
  if ('to' in outcome)
    return body.json && outcome.json
      ? Response.json(outcome.json, { headers: withCookies(NO_STORE, outcome.cookies) })
      : seeOther(outcome.to, outcome.cookies);
  if ('view' in outcome)
    return { view: outcome.view, status: outcome.status ?? 200, headers: {}, language, refusal: null };
  const { problem, retryAfterSeconds, words } = outcome;
  const headers: Record<string, string> = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {};
  if (body.json || !again) return problemResponse(problem, words, headers);
  const { status } = PROBLEMS[problem];
  return { view: await again(), status, headers, language, refusal: outcome };
}

async function bodyOf(rule: BodyRule, request: Request, locals: App.Locals): Promise<Body> {
  switch (rule.kind) {
    case 'form':
      return readBody(request, rule.limits);
    case 'plain':
      return { ok: true, json: false, raw: await readPlainForm(request) };
    case 'raw': {
      const bytes = await readBytes(request, rule.mostBytes);
      return bytes ? { ok: true, json: false, raw: { bytes } } : { ok: false, problem: 'too-large' };
    }
    case 'large':
      // A telephone on a weak network needs longer than for a form without a file.
      locals.bodyOfUpload?.();
      return readLargeBody(request, rule.mostBytes);
    case 'stream':
      return { ...NO_BODY, json: wantsJson(request) };
  }
}

/** The context of a request; null during a build, when no server runs. */
export function contextOf(
  locals: App.Locals,
  request: Request,
  params: RequestContext['params'] = {},
): RequestContext | null {
  const { site, services, language, query, ipAddress = '0.0.0.0', owner = null, pendingOwner: pending = null } = locals;
  return services
    ? { site, services, language, query, ipAddress, owner, pending, request, params, locals, body: NO_BODY }
    : null;
}

/** The body of an upload as it arrives, for an action that reads it itself. */
export const streamOf = ({ locals }: RequestContext): Readable | null => locals.bodyOfUpload?.() ?? null;

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

function withCookies(headers: HeadersInit, cookies: readonly string[] = []): Headers {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append('Set-Cookie', cookie);
  return all;
}

/** The redirect to another page after a POST. */
export const seeOther = (location: string, cookies?: readonly string[]): Response =>
  new Response(null, { status: 303, headers: withCookies({ ...NO_STORE, Location: location }, cookies) });

/** The site's "not found" page. */
export const notFound = () => new Response(null, { status: 404, headers: NO_STORE });
