import type { StaffMember } from '../../server/services/staff/staff.ts';
import type { EndpointContext } from '../endpoint.ts';
import { nextPath } from './enter-studio.ts';
import type { ActionContext, Outcome } from './studio-action.ts';

/** Before somebody is in, `staff` is who has shown a password, or null. */
interface LoginContext extends EndpointContext {
  staff: StaffMember | null;
  fields: ActionContext['fields'];
}

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
    const codes = await services.studio.staff.setUpFactor(staff, setUpKey, fields('code', 30));
    return codes
      ? { view: { kind: 'codes', codes, next } }
      : { view: { kind: 'factor', next, setUpKey, wrong: 'code' } };
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
