import type { Database } from '../../platform/database/database.server.ts';
import type { StaffEventRow } from '../../platform/database/staff-schema.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import type { openStaff } from '../staff/login.server.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import {
  countStaffEvent,
  eachStaffEvent,
  listStaffEvents,
  recordStaffEvent,
  type StaffEventFilter,
} from '../staff/staff-events.server.ts';
import { agendaViewing } from '../viewing/agenda.server.ts';

type Login = ReturnType<typeof openStaff>;
const actorEvent = (person: StaffMember) => ({ ...actorOf(person), subject: person.email });
const sessionHeaders = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
const actorOf = ({ id, name }: StaffMember) => ({ staffId: id, who: name });

/** The audit: reading it, taking it along, and what is written into it around changes of viewings. */
export function studioAudit(database: Database) {
  const { db } = database;
  const facts = async (viewingId: string) => {
    const viewing = viewingId ? await agendaViewing(database, viewingId) : null;
    return viewing && { startsAt: viewing.starts_at, state: viewing.state, reportedAt: viewing.reportedAt };
  };
  return {
    list: (filter: StaffEventFilter) => listStaffEvents(db, filter),
    /** All lines of a filter; that somebody took them along is a line, too. */
    async export(filter: StaffEventFilter, person: StaffMember): Promise<AsyncGenerator<StaffEventRow>> {
      await recordStaffEvent(db, { ...actorOf(person), action: 'audit-export', subject: 'audit' });
      return eachStaffEvent(db, { ...filter, before: undefined });
    },
    /** Which of the leads and viewings that lines name are still there, by reference and by ID. */
    async existing(lines: readonly StaffEventRow[]): Promise<ReadonlySet<string>> {
      const subjects = [...new Set(lines.map(({ subject }) => subject))];
      if (subjects.length === 0) return new Set();
      const leads = await db.selectFrom('leads').select('reference').where('reference', 'in', subjects).execute();
      const viewings = await db.selectFrom('viewings').select('id').where('id', 'in', subjects).execute();
      return new Set([...leads.map(({ reference }) => reference), ...viewings.map(({ id }) => id)]);
    },
    /** Runs an action on a viewing and writes what it changed; an action that changed nothing leaves no line. */
    async viewing<T>(action: string, viewingId: string, person: StaffMember, act: () => Promise<T>): Promise<T> {
      const before = await facts(viewingId);
      const result = await act();
      const after = await facts(viewingId);
      if (!before || !after || JSON.stringify(before) === JSON.stringify(after)) return result;
      const change = before.startsAt === after.startsAt ? ('state' as const) : ('startsAt' as const);
      const changed =
        before[change] === after[change]
          ? {}
          : { before: { [change]: before[change] }, after: { [change]: after[change] } };
      await recordStaffEvent(db, { ...actorOf(person), action, subject: viewingId, ...changed });
      return result;
    },
  };
}

/** The login of the studio, with its steps in the audit; refused ones are counted, so that a flood is one line. */
export function auditedLogin(database: Database, staff: Login) {
  const { db } = database;
  return {
    async logIn(...given: Parameters<Login['logIn']>) {
      const result = await staff.logIn(...given);
      if (!result.ok && result.problem !== 'credentials') return result;
      const account = await db
        .selectFrom('staff')
        .select(['id', 'name', 'email', 'totp_key'])
        .where('email', '=', normalisedEmailAddress(given[0].email))
        .executeTakeFirst();
      // What was typed for an account that does not exist may be a password.
      const refused = { staffId: null, who: '', action: 'login-refused', subject: account?.email ?? '' };
      if (!result.ok) await countStaffEvent(db, refused);
      else if (account && staff.isIn({ factorAt: null, hasFactor: account.totp_key !== null }))
        await recordStaffEvent(db, { staffId: account.id, who: account.name, action: 'login', subject: account.email });
      return result;
    },
    async showFactor(...given: Parameters<Login['showFactor']>) {
      const result = await staff.showFactor(...given);
      const [person] = given;
      const event = { ...actorOf(person), subject: person.email };
      if (!result.ok && result.problem === 'code') await countStaffEvent(db, { ...event, action: 'code-refused' });
      // Who is in already shows a fresh code.
      if (result.ok && person.factorAt === null) await recordStaffEvent(db, { ...event, action: 'login' });
      return result;
    },
    async logInWithPasskey(...given: Parameters<Login['logInWithPasskey']>) {
      const [, person] = given;
      const result = await staff.logInWithPasskey(...given);
      const known = person && { ...actorOf(person), subject: person.email };
      if (!result.ok && result.problem === 'passkey')
        await countStaffEvent(db, { ...(known ?? { staffId: null, who: '', subject: '' }), action: 'code-refused' });
      if (!result.ok || (person && person.factorAt !== null)) return result;
      const account =
        known ?? (await staff.session(sessionHeaders(result.cookies)).then(({ staff: one }) => one && actorEvent(one)));
      if (account) await recordStaffEvent(db, { ...account, action: 'login' });
      return result;
    },
    async logOut(headers: Headers) {
      const { staff: person } = await staff.session(headers);
      if (person) await recordStaffEvent(db, { ...actorOf(person), action: 'logout', subject: person.email });
      return staff.logOut(headers);
    },
    async endSession(...given: Parameters<Login['endSession']>) {
      const isEnded = await staff.endSession(...given);
      const [person] = given;
      if (isEnded) await recordStaffEvent(db, { ...actorOf(person), action: 'session-end', subject: person.email });
      return isEnded;
    },
  };
}
