import { parseDate } from '../../../i18n/format.ts';
import { passkeyResponse } from '../../../platform/accounts/passkeys.server.ts';
import { problemResponse, type RequestContext, textField } from '../../../platform/http/action.server.ts';
import { isEmailAddress } from '../../../platform/text/contact-details.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import type { FactorAdded } from '../own-account.server.ts';
import { preferencesOf } from '../preferences.ts';
import type { StaffMember } from '../staff.server.ts';
import { nextPath } from './enter-studio.server.ts';
import { type ActionContext, type Outcome, posted, type StudioAction } from './studio-action.view.ts';

const password = textField(2000);
const profile = { name: textField(200), language: textField(5) };
const absence = { from: textField(10), until: textField(10), deputy: textField(60) };
const preferences = { keys: textField(10), seconds: textField(5).transform(Number) };
const passwords = { current: password, password, repeated: password };
const HERE = '/studio/account/';

/** What somebody does at their own account. */
export const ACCOUNT_ACTIONS = {
  'account-profile': posted(profile, async (input, { studio, person }: ActionContext) => {
    const wrong = await studio.staff.changeProfile(person, input);
    return wrong ? { to: HERE, wrong } : { to: HERE, done: 'saved' };
  }),
  'account-preferences': posted(preferences, async ({ keys, seconds }, { studio, person }: ActionContext) => {
    await studio.staff.changePreferences(person, preferencesOf({ keys, undoSeconds: seconds }));
    return { to: HERE, done: 'saved' };
  }),
  'account-away': posted(absence, async (input, context: ActionContext) => {
    const { studio, person } = context;
    const { from, until } = input;
    const isDay = (text: string) => text === '' || parseDate(text) !== null;
    if (!isDay(from) || !isDay(until) || (until && (until < brusselsDay(Date.now()) || until < from)))
      return { to: HERE, wrong: 'choose' };
    // Without a last day nobody is away.
    if (from && !until) return { to: HERE, wrong: 'choose' };
    await studio.accounts.setAway(person.id, input, { staffId: person.id, who: person.name });
    return { to: HERE, done: input.until && !input.deputy ? 'away-alone' : 'saved' };
  }),
  'account-password': posted(passwords, async (input, { studio, person }: ActionContext) => {
    const wrong = await studio.staff.changePassword(person, input);
    return wrong ? { to: HERE, wrong } : { to: HERE, done: 'password' };
  }),
  'account-codes': posted({}, async (_input, { studio, person }: ActionContext) => {
    const codes = await studio.staff.renewCodes(person);
    return codes ? { view: { kind: 'codes', codes, next: HERE } } : { to: '/studio/factor/' };
  }),
  'session-end': posted({ session: textField(60) }, async ({ session }, { studio, person }: ActionContext) => {
    await studio.staff.endSession(person, session);
    return { to: HERE, done: 'saved' };
  }),
  'passkey-remove': posted({ id: textField(1400) }, async ({ id }, { studio, person }: ActionContext) => {
    const isRemoved = await studio.staff.removePasskey(person, id);
    return isRemoved ? { to: HERE, done: 'saved' } : { to: HERE, wrong: 'last-factor' };
  }),
} satisfies Record<string, StudioAction>;

/** Before somebody is in, `staff` is who has shown a password, or null. */
export interface LoginContext extends RequestContext {
  staff: StaffMember | null;
}

/** The recovery codes that came with a first factor, else the page that follows. */
const afterFactor = ({ codes }: NonNullable<FactorAdded>, next: string): Outcome =>
  codes ? { view: { kind: 'codes', codes, next } } : { to: next, done: 'saved' };

const code = textField(30);
const passkey = textField(20_000).transform(passkeyResponse);
/** The page after the login. */
const next = textField().transform(nextPath);

const loginPath = (next: string) => `/studio/login/?next=${encodeURIComponent(next)}`;

/** The steps of a login. */
export const LOGIN_ACTIONS = {
  login: posted({ email: textField(254), password, next }, async ({ next, ...input }, context: LoginContext) => {
    const { services, ipAddress, request } = context;
    const result = await services.studio.staff.logIn(input, { ipAddress, headers: request.headers });
    if (!result.ok) return { view: { kind: 'login', next, email: input.email, wrong: result.problem } };
    // The page of the second factor passes on whoever needs none.
    return { to: next, cookies: result.cookies };
  }),
  factor: posted({ code, next }, async ({ code, next }, { services, staff }: LoginContext) => {
    if (!staff) return { to: loginPath(next) };
    const result = await services.studio.staff.showFactor(staff, code);
    return result.ok ? { to: next } : { view: { kind: 'factor', next, wrong: result.problem } };
  }),
  'factor-set-up': posted({ key: textField(64), code, next }, async (input, { services, staff }: LoginContext) => {
    const { key: setUpKey, code, next } = input;
    if (!staff) return { to: loginPath(next) };
    const added = await services.studio.staff.setUpFactor(staff, setUpKey, code);
    return added ? afterFactor(added, next) : { view: { kind: 'factor', next, setUpKey, wrong: 'code' } };
  }),
  /** What a browser needs to make or use a passkey, as JSON. */
  'passkey-options': posted({ do: textField(10) }, async (input, { services, staff }: LoginContext) => {
    const login = services.studio.staff;
    const isNew = input.do === 'new';
    const options = !isNew ? await login.passkeyLoginOptions(staff) : staff && (await login.newPasskeyOptions(staff));
    if (!options) return problemResponse('credentials');
    return Response.json(options, { headers: { 'Cache-Control': 'no-store' } });
  }),
  /** Logs in with a passkey alone, or shows it after the password. */
  passkey: posted({ passkey, next }, async ({ passkey, next }, context: LoginContext) => {
    const { services, staff, ipAddress, request } = context;
    const result = await services.studio.staff.logInWithPasskey(passkey, staff, {
      ipAddress,
      headers: request.headers,
    });
    if (result.ok) return { to: next, cookies: result.cookies };
    return { view: { kind: staff ? 'factor' : 'login', next, wrong: result.problem } };
  }),
  'passkey-new': posted({ passkey, next }, async ({ passkey, next }, context: LoginContext) => {
    const { services, staff, request } = context;
    if (!staff) return { to: loginPath(next) };
    const device = request.headers.get('user-agent') ?? '';
    const added = await services.studio.staff.addPasskey(staff, passkey, device);
    if (added) return afterFactor(added, next);
    return { view: { kind: 'factor', next, wrong: staff.hasFactor ? null : 'passkey' } };
  }),
  password: posted({ token: textField(200), password, repeated: password }, async (input, context: LoginContext) => {
    const result = await context.services.studio.staff.setPassword(input);
    return result.ok
      ? { to: '/studio/login/', done: 'changed' }
      : { view: { kind: 'password', token: input.token, wrong: result.problem } };
  }),
  forgotten: posted({ email: textField(254) }, async ({ email }, { services, ipAddress }: LoginContext) => {
    if (!isEmailAddress(email.trim())) return { view: { kind: 'login', next: '/studio/', email, wrong: 'address' } };
    const result = await services.studio.staff.forgotten({ email, ipAddress });
    return result.ok
      ? { to: '/studio/login/', done: 'link-mailed' }
      : { view: { kind: 'login', next: '/studio/', email, wrong: result.problem } };
  }),
  logout: posted({}, async (_input, { services, request }: LoginContext) => ({
    to: '/studio/login/',
    done: 'out',
    cookies: await services.studio.staff.logOut(request.headers),
  })),
};
