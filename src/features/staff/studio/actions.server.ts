import { passkeyResponse } from '../../../platform/accounts/passkeys.server.ts';
import { problemResponse, type RequestContext } from '../../../platform/http/action.server.ts';
import type { FactorAdded } from '../own-account.server.ts';
import { preferencesOf } from '../preferences.ts';
import type { StaffMember } from '../staff.server.ts';
import { nextPath } from './enter-studio.server.ts';
import type { ActionContext, Outcome, StudioAction } from './studio-action.view.ts';

const HERE = '/studio/account/';

/** What somebody does at their own account. */
export const ACCOUNT_ACTIONS = {
  async 'account-profile'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const wrong = await studio.staff.changeProfile(person, {
      name: fields('name', 200),
      language: fields('language', 5),
    });
    return wrong ? { to: HERE, wrong } : { to: HERE, done: 'saved' };
  },
  async 'account-preferences'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const given = { keys: fields('keys', 10), undoSeconds: Number(fields('seconds', 5)) };
    await studio.staff.changePreferences(person, preferencesOf(given));
    return { to: HERE, done: 'saved' };
  },
  async 'account-password'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const [current, password, repeated] = ['current', 'password', 'repeated'].map((name) => fields(name, 2000));
    const given = { current: current ?? '', password: password ?? '', repeated: repeated ?? '' };
    const wrong = await studio.staff.changePassword(person, given);
    return wrong ? { to: HERE, wrong } : { to: HERE, done: 'password' };
  },
  async 'account-codes'({ studio, person }: ActionContext): Promise<Outcome> {
    const codes = await studio.staff.renewCodes(person);
    return codes ? { view: { kind: 'codes', codes, next: HERE } } : { to: '/studio/factor/' };
  },
  async 'session-end'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    await studio.staff.endSession(person, fields('session', 60));
    return { to: HERE, done: 'saved' };
  },
  async 'passkey-remove'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const isRemoved = await studio.staff.removePasskey(person, fields('id', 1400));
    return { to: HERE, ...(isRemoved ? { done: 'saved' } : { wrong: 'last-factor' }) };
  },
} satisfies Record<string, StudioAction>;

/** Before somebody is in, `staff` is who has shown a password, or null. */
export interface LoginContext extends RequestContext {
  staff: StaffMember | null;
  fields: ActionContext['fields'];
}

/** The recovery codes that came with a first factor, else the page that follows. */
const afterFactor = ({ codes }: NonNullable<FactorAdded>, next: string): Outcome =>
  codes ? { view: { kind: 'codes', codes, next } } : { to: next, done: 'saved' };

const loginPath = (next: string) => `/studio/login/?next=${encodeURIComponent(next)}`;

/** The steps of a login. */
export const LOGIN_ACTIONS = {
  async login({ services, fields, ipAddress, request }: LoginContext): Promise<Outcome> {
    const [email, next] = [fields('email', 254), nextPath(fields('next'))];
    const given = { email, password: fields('password', 2000) };
    const result = await services.studio.staff.logIn(given, { ipAddress, headers: request.headers });
    if (!result.ok) return { view: { kind: 'login', next, email, wrong: result.problem } };
    // The page of the second factor passes on whoever needs none.
    return { to: next, cookies: result.cookies };
  },
  async factor({ services, fields, staff }: LoginContext): Promise<Outcome> {
    const next = nextPath(fields('next'));
    if (!staff) return { to: loginPath(next) };
    const result = await services.studio.staff.showFactor(staff, fields('code', 30));
    return result.ok ? { to: next } : { view: { kind: 'factor', next, wrong: result.problem } };
  },
  async 'factor-set-up'({ services, fields, staff }: LoginContext): Promise<Outcome> {
    const next = nextPath(fields('next'));
    if (!staff) return { to: loginPath(next) };
    const setUpKey = fields('key', 64);
    const added = await services.studio.staff.setUpFactor(staff, setUpKey, fields('code', 30));
    return added ? afterFactor(added, next) : { view: { kind: 'factor', next, setUpKey, wrong: 'code' } };
  },
  /** What a browser needs to make or use a passkey, as JSON. */
  async 'passkey-options'({ services, fields, staff }: LoginContext): Promise<Outcome> {
    const login = services.studio.staff;
    const isNew = fields('do', 10) === 'new';
    const options = !isNew ? await login.passkeyLoginOptions(staff) : staff && (await login.newPasskeyOptions(staff));
    if (!options) return problemResponse('credentials');
    return Response.json(options, { headers: { 'Cache-Control': 'no-store' } });
  },
  /** Logs in with a passkey alone, or shows it after the password. */
  async passkey({ services, fields, staff, ipAddress, request }: LoginContext): Promise<Outcome> {
    const next = nextPath(fields('next'));
    const response = passkeyResponse(fields('passkey', 20_000));
    const visitor = { ipAddress, headers: request.headers };
    const result = await services.studio.staff.logInWithPasskey(response, staff, visitor);
    if (result.ok) return { to: next, cookies: result.cookies };
    return { view: { kind: staff ? 'factor' : 'login', next, wrong: result.problem } };
  },
  async 'passkey-new'({ services, fields, staff, request }: LoginContext): Promise<Outcome> {
    const next = nextPath(fields('next'));
    if (!staff) return { to: loginPath(next) };
    const device = request.headers.get('user-agent') ?? '';
    const added = await services.studio.staff.addPasskey(staff, passkeyResponse(fields('passkey', 20_000)), device);
    if (added) return afterFactor(added, next);
    return { view: { kind: 'factor', next, wrong: staff.hasFactor ? null : 'passkey' } };
  },
  async password({ services, fields }: LoginContext): Promise<Outcome> {
    const token = fields('token', 200);
    const given = { token, password: fields('password', 2000), repeated: fields('repeated', 2000) };
    const result = await services.studio.staff.setPassword(given);
    return result.ok
      ? { to: '/studio/login/', done: 'changed' }
      : { view: { kind: 'password', token, wrong: result.problem } };
  },
  async logout({ services, request }: LoginContext): Promise<Outcome> {
    return { to: '/studio/login/', done: 'out', cookies: await services.studio.staff.logOut(request.headers) };
  },
};
