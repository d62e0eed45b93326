import { ROLES } from '../../staff/roles.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';

const linkOf = (origin: string, token: string) => `${origin}/studio/password/?token=${encodeURIComponent(token)}`;

/** What is done with owners and with the accounts of staff. */
export const PEOPLE_ACTIONS = {
  async 'owner-invite'({ studio, person, reach, fields }: ActionContext): Promise<Outcome> {
    const isInvited = await studio.people.invite(fields('email', 254), person, reach);
    return isInvited ? { to: '/studio/owners/', done: 'invited' } : { to: '/studio/owners/', wrong: 'unknown' };
  },
  async 'staff-add'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const [email, name] = [fields('email', 254), fields('name', 100)];
    const given = {
      email,
      name,
      role: fields('role', 20),
      language: fields('language', 5),
      member: fields('member', 80),
    };
    const { token } = await studio.accounts.add(given, person);
    return { view: { kind: 'staff', link: { email, href: linkOf(studio.origin, token) } } };
  },
  async 'staff-role'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const role = ROLES.find((one) => one === fields('role', 20));
    if (!role || fields('email', 254) === person.email) return { to: '/studio/staff/', wrong: 'unknown' };
    await studio.accounts.changeRole(fields('email', 254), role, person);
    return { to: '/studio/staff/', done: 'saved' };
  },
  async 'staff-disable'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    if (fields('email', 254) === person.email) return { to: '/studio/staff/', wrong: 'unknown' };
    await studio.accounts.disable(fields('email', 254), fields('off') !== '', person);
    return { to: '/studio/staff/', done: 'saved' };
  },
  async 'staff-reset'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const email = fields('email', 254);
    if (email === person.email) return { to: '/studio/staff/', wrong: 'unknown' };
    const token = await studio.accounts.reset(email, person);
    return { view: { kind: 'staff', link: { email, href: linkOf(studio.origin, token) } } };
  },
} satisfies Record<string, StudioAction>;
