import * as z from 'zod';
import { passkeyResponse } from '../../../platform/accounts/passkeys.server.ts';
import { type EndpointContext, problemResponse, textOfLength } from '../../../platform/http/endpoint.server.ts';
import type { FactorView } from '../access-view.ts';
import type { FactorChanged, Owner } from '../owner.server.ts';
import { portalPath } from './enter-portal.view.ts';

type Context = Pick<EndpointContext, 'services' | 'site' | 'language' | 'owner' | 'pending' | 'request' | 'ipAddress'>;

const next = textOfLength(301);
const password = textOfLength(2000);
const passkey = textOfLength(20_000);

/** Where an owner goes who is not logged in. */
const toLogin = ({ site, language }: Context) => ({ to: site.paths.to('login', language) });
const toAccount = ({ site, language }: Context, query: string) => ({
  to: `${site.paths.to('owner-account', language)}?${query}`,
});

/** The page that sets up an authenticator app; the key counts once a code of it was entered. */
export function setUpView({ services }: Context, owner: Owner, given: { next: string; key?: string }): FactorView {
  const { factors } = services.owners;
  const key = given.key ?? factors.newKey();
  return {
    ...{ kind: 'factor-set-up', next: given.next, key, url: factors.keyUrl(key, owner), asksPassword: owner.isIn },
    ...{ isRequired: factors.mode === 'required', problem: null },
  };
}

/** The page that asks for the second factor, or that sets it up where everybody needs one. */
export async function factorView(context: Context, owner: Owner, to: string): Promise<FactorView> {
  if (!owner.hasFactor) return setUpView(context, owner, { next: to });
  const hasPasskeys = (await context.services.owners.factors.passkeys.list(owner)).length > 0;
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
export const FACTOR_ACTIONS = {
  factor: {
    input: z.object({ code: textOfLength(30), next }),
    async run({ code, next: to }: { code: string; next: string }, context: Context) {
      const { services, site, language, pending } = context;
      if (!pending) return toLogin(context);
      const result = await services.owners.factors.showFactor(pending, code);
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
    input: z.object({ do: textOfLength(10) }),
    async run({ do: kind }: { do: string }, { services, owner, pending }: Context) {
      const { passkeys } = services.owners.factors;
      const person = owner ?? pending;
      const options =
        kind !== 'new' ? await passkeys.loginOptions(pending) : person && (await passkeys.newOptions(person));
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
      const { passkeys } = context.services.owners.factors;
      const to = portalPath(given.next, context.site);
      return changed(await passkeys.add(person, asked, context.request.headers), context, to);
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
    input: z.object({ key: textOfLength(64), code: textOfLength(30), password, next }),
    async run(given: { key: string; code: string; password: string; next: string }, context: Context) {
      const person = context.owner ?? context.pending;
      if (!person) return toLogin(context);
      const { factors } = context.services.owners;
      const result = await factors.setUpFactor(person, given, context.request.headers);
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
      return changed(await services.owners.factors.renewCodes(owner, given, request.headers), context);
    },
  },
  'factor-remove': {
    input: z.object({ password }),
    async run({ password: given }: { password: string }, context: Context) {
      const { owner, services, request } = context;
      if (!owner) return toLogin(context);
      const result = await services.owners.factors.removeFactor(owner, given, request.headers);
      return result.ok ? toAccount(context, 'saved=off') : changed(result, context);
    },
  },
};
