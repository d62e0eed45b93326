import { Readable } from 'node:stream';
import { ROLES } from '../../domain/staff/roles.ts';
import { normalisedEmailAddress } from '../../domain/text/contact-details.ts';
import type { ActionContext, Outcome, StudioAction } from './studio-action.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

const download = (body: BodyInit, type: string, name: string) =>
  new Response(body, {
    headers: { ...NO_STORE, 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });

const personPage = (email: string) => `/studio/people/?email=${encodeURIComponent(email)}`;
const linkOf = (origin: string, token: string) => `${origin}/studio/password/?token=${encodeURIComponent(token)}`;

/** What is done with people: owners, those whose data is kept, and staff. */
export const PEOPLE_ACTIONS = {
  async 'owner-invite'({ studio, person, reach, fields }: ActionContext): Promise<Outcome> {
    const isInvited = await studio.people.invite(fields('email', 254), person, reach);
    return isInvited ? { to: '/studio/owners/', done: 'invited' } : { to: '/studio/owners/', wrong: 'unknown' };
  },
  async 'person-export'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const json = await studio.people.export(fields('email', 254), person);
    return download(json, 'application/json; charset=utf-8', 'person.json');
  },
  async 'person-erase'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const email = fields('email', 254);
    const isConfirmed = normalisedEmailAddress(fields('confirm', 254)) === normalisedEmailAddress(email);
    if (!isConfirmed) return { to: personPage(email), wrong: 'unknown' };
    await studio.people.erase(email, person);
    return { to: '/studio/people/', done: 'erased' };
  },
  async 'leads-export'({ studio, person }: ActionContext): Promise<Outcome> {
    const rows = await studio.people.exportLeads(person);
    return download(Readable.toWeb(Readable.from(rows)) as ReadableStream, 'text/csv; charset=utf-8', 'leads.csv');
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
  async 'session-end'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    await studio.staff.endSession(person, fields('session', 60));
    return { to: '/studio/account/', done: 'saved' };
  },
  async 'passkey-remove'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const isRemoved = await studio.staff.passkeys.remove(person, fields('id', 1400));
    return { to: '/studio/account/', ...(isRemoved ? { done: 'saved' } : { wrong: 'last-factor' }) };
  },
} satisfies Record<string, StudioAction>;
