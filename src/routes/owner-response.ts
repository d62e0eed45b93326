import type { AccessProblem, AccessView } from '../domain/owners/access-view.ts';
import type { Language } from '../i18n/languages.ts';
import { STORAGE_RETRY_SECONDS } from '../server/platform/database/storage-problem.ts';
import { readBody } from '../server/platform/http/request-body.ts';
import { exportEntries } from './export-entries.ts';
import { openOwnDocument } from './open-document.ts';
import { portalPath } from './portal-path.ts';

/** A page before the portal that is shown again, with what went wrong. */
export interface AccessAgain {
  status: number;
  retryAfterSeconds?: number;
  language: Language;
  view: AccessView;
}

type Fields = (name: string) => string;
type Does = (text: Fields, request: Request, locals: App.Locals, language: Language) => Promise<Response | AccessAgain>;

/** What an address below /api/owner/ answers. */
export async function ownerResponse(action: string, request: Request, locals: App.Locals): Promise<Response | AccessAgain> {
  const { site, services } = locals;
  if (!services) return new Response(null, { status: 404 });
  if (action === 'export' && request.method === 'GET') return exportEntries(locals);
  if (action === 'document' && request.method === 'GET') return openOwnDocument(locals);
  const does = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : null;
  if (!does) return new Response(null, { status: 404 });
  // A browser that opens the address by hand is shown the form.
  if (request.method !== 'POST') return to(site.paths.to('login', locals.language));
  const body = await readBody(request);
  if (!body.ok) return Response.json({ ok: false, problem: body.problem }, { status: body.status });
  const text = (name: string) => (typeof body.raw[name] === 'string' ? (body.raw[name] as string) : '');
  const language = site.languages.find((code) => code === text('language')) ?? site.defaultLanguage;
  try {
    return await does(text, request, locals, language);
  } catch (error) {
    // By its name: the server's own class is another one than that of this bundle.
    if ((error as Error).name !== 'StorageProblem') throw error;
    // What was typed stays in the form, the password left out.
    const view = VIEWS[action]?.(text, site);
    if (!view) throw error;
    return { ...again(language, view, 'storage', STORAGE_RETRY_SECONDS), status: 503 };
  }
}

const to = (Location: string, cookies: readonly string[] = []): Response => {
  const headers = new Headers({ Location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
};

function again(language: Language, view: AccessView, problem: AccessProblem['code'], retryAfterSeconds?: number): AccessAgain {
  const status = problem === 'too-often' ? 429 : 422;
  const minutes = Math.ceil((retryAfterSeconds ?? 60) / 60);
  return {
    status,
    ...(retryAfterSeconds && { retryAfterSeconds }),
    language,
    view: { ...view, problem: { code: problem, minutes } },
  };
}

/** The page of an action, with what was typed into it. */
const VIEWS: Readonly<Record<string, (text: Fields, site: App.Locals['site']) => AccessView>> = {
  login: (text, site) => ({
    kind: 'login',
    email: text('email').slice(0, 254),
    next: portalPath(text('next'), site),
    problem: null,
    said: null,
  }),
  'ask-password': (text) => ({ kind: 'ask', what: 'password', email: text('email').slice(0, 254), problem: null, sent: false }),
  'ask-link': (text) => ({ kind: 'ask', what: 'link', email: text('email').slice(0, 254), problem: null, sent: false }),
  link: (text) => ({ kind: 'link', token: text('token').slice(0, 200), problem: null }),
  password: (text) => ({ kind: 'new-password', token: text('token').slice(0, 200), problem: null }),
};

const ask =
  (what: 'password' | 'link'): Does =>
  async (text, request, { services, site, ipAddress = '0.0.0.0' }, language) => {
    const result = await services!.owners.askFor(what, text('email'), { ipAddress: ipAddress, headers: request.headers });
    if (result.ok) return to(`${site.paths.to(`login-${what}`, language)}?sent`);
    return again(
      language,
      VIEWS[`ask-${what}`]!(text, site),
      result.problem,
      result.problem === 'too-often' ? result.retryAfterSeconds : undefined,
    );
  };

const ACTIONS: Readonly<Record<string, Does>> = {
  login: async (text, request, { services, site, ipAddress = '0.0.0.0' }, language) => {
    const next = portalPath(text('next'), site);
    const result = await services!.owners.logIn(
      { email: text('email'), password: text('password') },
      { ipAddress: ipAddress, headers: request.headers },
    );
    if (result.ok) return to(next || site.paths.to('owner', language), result.cookies);
    return again(
      language,
      VIEWS.login!(text, site),
      result.problem,
      result.problem === 'too-often' ? result.retryAfterSeconds : undefined,
    );
  },
  'ask-password': ask('password'),
  'ask-link': ask('link'),
  link: async (text, request, { services, site, ipAddress = '0.0.0.0' }, language) => {
    const result = await services!.owners.followLink(text('token'), { ipAddress: ipAddress, headers: request.headers });
    if (result.ok) return to(site.paths.to('owner', language), result.cookies);
    return again(
      language,
      VIEWS.link!(text, site),
      result.problem,
      result.problem === 'too-often' ? result.retryAfterSeconds : undefined,
    );
  },
  password: async (text, _request, { services, site }, language) => {
    const token = text('token').slice(0, 200);
    const result = await services!.owners.setPassword({ token, password: text('password'), repeated: text('repeated') });
    if (result.ok) return to(`${site.paths.to('login', language)}?changed`);
    return again(language, VIEWS.password!(text, site), result.problem);
  },
  logout: async (_text, request, { services, site }, language) =>
    to(`${site.paths.to('login', language)}?out`, await services!.owners.logOut(request.headers)),
  'end-all': async (_text, request, { services, site }, language) =>
    to(`${site.paths.to('login', language)}?out`, await services!.owners.endAll(request.headers)),
  digest: async (text, _request, { services, site, owner }, language) => {
    if (!owner) return to(site.paths.to('login', language));
    await services!.owners.setDigest(owner, text('digest') === 'weekly' ? 'weekly' : 'off');
    return to(`${site.paths.to('owner-account', language)}?saved`);
  },
  suggest: async (text, _request, { services, site, owner }, language) => {
    if (!owner) return to(site.paths.to('login', language));
    const property = await services!.portal.property(owner, text('property'));
    if (!property) return new Response(null, { status: 404 });
    const result = await services!.portal.suggest(property, owner, text('message'));
    return to(`${site.paths.to('owner-advert', language)}?property=${property.id}&${result.ok ? 'sent' : result.problem}`);
  },
  feedback: async (text, _request, { services, site }, language) => {
    const result = await services!.portal.feedback.give(text('token'), { comment: text('comment'), interest: text('interest') });
    const token = encodeURIComponent(text('token').slice(0, 300));
    return to(`${site.paths.to('viewing-feedback', language)}?token=${token}&${result.ok ? 'done' : result.problem}`);
  },
};
