import * as z from 'zod';
import { passkeyResponse } from '../../../platform/accounts/passkeys.server.ts';
import {
  type Action,
  action,
  notFound,
  perform,
  problemResponse,
  type Refusal,
  type RequestContext,
  type Shown,
  seeOther,
  textField,
} from '../../../platform/http/action.server.ts';
import type { AccessView, FactorView } from '../access-view.ts';
import type { FactorChanged, Owner } from '../sessions.server.ts';
import { downloadOf, sendDocument } from './downloads.server.ts';
import { portalPath } from './portal.view.ts';

type Context = Pick<RequestContext, 'services' | 'site' | 'language' | 'owner' | 'pending' | 'request' | 'ipAddress'>;
type PortalView = AccessView | FactorView;

const next = textField(301);
const password = textField(2000);
const passkey = textField(20_000);

/** Where an owner goes who is not logged in. */
const toLogin = ({ site, language }: Context) => ({ to: site.paths.to('login', language) });
const toAccount = ({ site, language }: Context, query: string) => ({
  to: `${site.paths.to('owner-account', language)}?${query}`,
});

/** The page that sets up an authenticator app; the key counts once a code of it was entered. */
export function setUpView(
  { services: { owners }, site }: Context,
  owner: Owner,
  given: { next: string; key?: string },
): FactorView {
  const key = given.key ?? owners.newKey();
  return {
    ...{ kind: 'factor-set-up', next: given.next, key, url: owners.keyUrl(key, owner), asksPassword: owner.isIn },
    ...{ isRequired: site.settings.portal.secondFactor === 'required', problem: null },
  };
}

/** The page that asks for the second factor, or that sets it up where everybody needs one. */
export async function factorView(context: Context, owner: Owner, to: string): Promise<FactorView> {
  if (!owner.hasFactor) return setUpView(context, owner, { next: to });
  const hasPasskeys = (await context.services.owners.passkeysOf(owner)).length > 0;
  return { kind: 'factor', next: to, hasPasskeys, problem: null };
}

/** What follows a change of the second factor: new recovery codes, the page before, or the account. */
function changed(result: FactorChanged, context: Context, to = '') {
  if (!result.ok)
    return context.owner && result.problem !== 'code' ? toAccount(context, `wrong=${result.problem}`) : result;
  if (result.codes) return { view: { kind: 'recovery-codes', codes: result.codes, next: to, problem: null } as const };
  return to ? { to } : toAccount(context, 'saved');
}

/** The actions of the second factor of owners; `owner` is in, `pending` has shown the password only. */
const FACTOR_ACTIONS = {
  factor: {
    input: z.object({ code: textField(30), next }),
    async run({ code, next: to }: { code: string; next: string }, context: Context) {
      const { services, site, language, pending } = context;
      if (!pending) return toLogin(context);
      const result = await services.owners.showFactor(pending, code);
      return result.ok ? { to: portalPath(to, site) || site.paths.to('owner', language) } : result;
    },
    view: ({ next: to }: { next: string }, context: Context) =>
      factorView(context, context.pending!, portalPath(to, context.site)),
  },
  passkey: {
    input: z.object({ passkey, next }),
    async run({ passkey: response, next: to }: { passkey: string; next: string }, context: Context) {
      const { services, site, language, pending, request, ipAddress } = context;
      const visitor = { ipAddress, headers: request.headers };
      const result = await services.owners.logInWithPasskey(passkeyResponse(response), pending, visitor);
      if (!result.ok) return result;
      return { to: portalPath(to, site) || site.paths.to('owner', language), cookies: result.cookies };
    },
    async view({ next: to }: { next: string }, context: Context) {
      const safe = portalPath(to, context.site);
      if (context.pending) return factorView(context, context.pending, safe);
      return { kind: 'login', email: '', next: safe, problem: null, said: null } as const;
    },
  },
  'passkey-options': {
    input: z.object({ do: textField(10) }),
    async run({ do: kind }: { do: string }, { services, owner, pending }: Context) {
      const { owners } = services;
      const person = owner ?? pending;
      const options =
        kind !== 'new' ? await owners.passkeyLoginOptions(pending) : person && (await owners.newPasskeyOptions(person));
      return options
        ? Response.json(options, { headers: { 'Cache-Control': 'no-store' } })
        : problemResponse('credentials');
    },
  },
  'passkey-new': {
    input: z.object({ passkey, password, next }),
    async run(given: { passkey: string; password: string; next: string }, context: Context) {
      const person = context.owner ?? context.pending;
      if (!person) return toLogin(context);
      const asked = { response: passkeyResponse(given.passkey), password: given.password };
      const to = portalPath(given.next, context.site);
      return changed(await context.services.owners.addPasskey(person, asked, context.request.headers), context, to);
    },
    view: ({ next: to }: { next: string }, context: Context) =>
      factorView(context, context.pending!, portalPath(to, context.site)),
  },
  /** Shows the page that sets up an app. */
  'factor-start': {
    input: z.object({}),
    run: async (_input: object, context: Context) =>
      context.owner ? { view: setUpView(context, context.owner, { next: '' }) } : toLogin(context),
  },
  'factor-set-up': {
    input: z.object({ key: textField(64), code: textField(30), password, next }),
    async run(given: { key: string; code: string; password: string; next: string }, context: Context) {
      const person = context.owner ?? context.pending;
      if (!person) return toLogin(context);
      const result = await context.services.owners.setUpFactor(person, given, context.request.headers);
      const to = portalPath(given.next, context.site);
      return result.ok ? changed(result, context, to) : result;
    },
    view: async ({ next: to, key }: { next: string; key: string }, context: Context) =>
      setUpView(context, (context.owner ?? context.pending)!, { next: portalPath(to, context.site), key }),
  },
  'factor-codes': {
    input: z.object({ password }),
    async run({ password: given }: { password: string }, context: Context) {
      const { owner, services, request } = context;
      if (!owner) return toLogin(context);
      return changed(await services.owners.renewCodes(owner, given, request.headers), context);
    },
  },
  'factor-remove': {
    input: z.object({ password }),
    async run({ password: given }: { password: string }, context: Context) {
      const { owner, services, request } = context;
      if (!owner) return toLogin(context);
      const result = await services.owners.removeFactor(owner, given, request.headers);
      return result.ok ? toAccount(context, 'saved=off') : changed(result, context);
    },
  },
};

/** A page with what was wrong, and for how long. */
export const withProblem = (view: PortalView, { problem: code, retryAfterSeconds }: Refusal): PortalView =>
  ({ ...view, problem: { code, minutes: Math.ceil((retryAfterSeconds ?? 60) / 60) } }) as PortalView;

const email = textField(1000);
const token = textField(300);

const askFor = (what: 'password' | 'link') =>
  action({
    input: z.object({ email }),
    async run({ email }, { services, site, language, request, ipAddress }) {
      const result = await services.owners.askFor(what, email, { ipAddress, headers: request.headers }, language);
      return result.ok ? { to: `${site.paths.to(`login-${what}`, language)}?sent`, cookies: result.cookies } : result;
    },
    view: ({ email }) => ({ kind: 'ask', what, email: email.slice(0, 254), problem: null, sent: false }),
  });

const logout = (how: 'logOut' | 'endAll') =>
  action({
    input: z.object({}),
    run: async (_input, { services, site, language, request }) => ({
      to: `${site.paths.to('login', language)}?out`,
      cookies: await services.owners[how](request.headers),
    }),
  });

const ACTIONS = {
  login: action({
    input: z.object({ email, password, next: textField(301) }),
    async run({ email, password, next }, { services, site, language, request, ipAddress }) {
      if (!email.trim()) return { problem: 'email' };
      if (!password) return { problem: 'password' };
      const result = await services.owners.logIn({ email, password }, { ipAddress, headers: request.headers });
      if (!result.ok) return result;
      return { to: portalPath(next, site) || site.paths.to('owner', language), cookies: result.cookies };
    },
    view: ({ email, next }, { site }) => ({
      kind: 'login',
      email: email.slice(0, 254),
      next: portalPath(next, site),
      problem: null,
      said: null,
    }),
  }),
  'ask-password': askFor('password'),
  'ask-link': askFor('link'),
  link: action({
    input: z.object({ token }),
    async run({ token }, { services, site, language, request, ipAddress }) {
      const result = await services.owners.followLink(token, { ipAddress, headers: request.headers });
      return result.ok ? { to: site.paths.to('owner', language), cookies: result.cookies } : result;
    },
    view: ({ token }) => ({ kind: 'link', token: token.slice(0, 200), problem: null }),
  }),
  password: action({
    input: z.object({ token: textField(200), password, repeated: password }),
    async run(input, { services, site, language, request }) {
      const result = await services.owners.setPassword(input, request.headers);
      return result.ok ? { to: `${site.paths.to('login', language)}?changed` } : result;
    },
    view: ({ token }) => ({ kind: 'new-password', token, problem: null }),
  }),
  ...FACTOR_ACTIONS,
  'send-document': sendDocument,
  logout: logout('logOut'),
  'end-all': logout('endAll'),
  digest: action({
    input: z.object({ digest: z.enum(['weekly', 'off']).catch('off') }),
    async run({ digest }, { services, site, language, owner }) {
      if (!owner) return { to: site.paths.to('login', language) };
      await services.owners.setDigest(owner, digest);
      return { to: `${site.paths.to('owner-account', language)}?saved` };
    },
  }),
  'change-password': action({
    input: z.object({ current: password, password, repeated: password }),
    async run(given, { services, site, language, owner, request }) {
      if (!owner) return { to: site.paths.to('login', language) };
      const page = site.paths.to('owner-account', language);
      const result = await services.owners.changePassword(owner, given, request.headers);
      return result.ok ? { to: `${page}?saved`, cookies: result.cookies } : { to: `${page}?wrong=${result.problem}` };
    },
  }),
  suggest: action({
    input: z.object({ property: textField(20), message: textField(10_000) }),
    async run({ property: id, message }, context) {
      const { services, site, language, owner } = context;
      if (!owner) return { to: site.paths.to('login', language) };
      const property = await services.portal.property(owner, id);
      if (!property) return notFound();
      const result = await services.portal.suggest(property, owner, message);
      return {
        to: `${site.paths.to('owner-advert', language)}?property=${property.id}&${result.ok ? 'sent' : result.problem}`,
      };
    },
  }),
  reply: action({
    input: z.object({
      property: textField(20),
      viewing: textField(60),
      reply: textField(20),
      note: textField(2000),
    }),
    async run({ property: id, viewing, ...given }, { services, site, language, owner }) {
      if (!owner) return { to: site.paths.to('login', language) };
      const property = await services.portal.property(owner, id);
      if (!property) return notFound();
      const result = await services.portal.reply(property, owner, { viewingId: viewing, ...given });
      const said = result.ok ? 'replied' : result.problem;
      return { to: `${site.paths.to('owner-viewings', language)}?property=${property.id}&said=${said}` };
    },
  }),
  feedback: action({
    input: z.object({ token, comment: textField(10_000), interest: textField(20) }),
    async run({ token, comment, interest }, { services, site, language }) {
      const result = await services.portal.feedback(token, { comment, interest });
      const page = site.paths.to('viewing-feedback', language);
      return { to: `${page}?token=${encodeURIComponent(token)}&${result.ok ? 'done' : result.problem}` };
    },
  }),
};

/** The response at a path below /api/owner/. */
export async function ownerResponse(
  name: string,
  request: Request,
  locals: App.Locals,
): Promise<Response | Shown<PortalView>> {
  const download = request.method === 'GET' ? downloadOf(name) : null;
  if (download) return download(request, locals);
  if (!isAction(name)) return notFound();
  // A browser that opens the URL directly gets the form.
  if (request.method !== 'POST') return seeOther(locals.site.paths.to('login', locals.language));
  return perform(ACTIONS[name] as Action<z.core.$ZodType, null, PortalView>, request, locals);
}

const isAction = (name: string): name is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, name);
