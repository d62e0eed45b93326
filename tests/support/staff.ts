import { Secret, TOTP } from 'otpauth';
import { bound } from '../../src/content/site/ctx.server.ts';
import * as login from '../../src/features/staff/login.server.ts';
import { openStaffLogin } from '../../src/features/staff/login.server.ts';
import * as account from '../../src/features/staff/own-account.server.ts';
import { FIRST_PREFERENCES } from '../../src/features/staff/preferences.ts';
import { STAFF_ACCOUNTS, type StaffMember } from '../../src/features/staff/staff.server.ts';
import { addStaff, OPERATOR } from '../../src/features/staff/staff-accounts.server.ts';
import { storePassword } from '../../src/platform/accounts/passwords.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { openSecurityLog } from '../../src/platform/log/log.server.ts';
import { visitor, withCookies } from './portal.ts';
import { agencySite, SECRET } from './submit.ts';

export const STAFF_PASSWORD = 'negen boten voor de kade';
export const STUDIO_ORIGIN = 'https://studio.agency.example';
export const KNOWN = { languages: ['nl', 'fr'], members: [{ id: 'dag-claes' }, { id: 'els-maes' }] };

/** Somebody of the office who is logged in, for tests without a login. */
export const LOTTE: StaffMember = {
  ...{ id: 'lotte', name: 'Lotte', email: 'lotte@studio.example', language: 'nl', role: 'office', member: null },
  ...{ sessionId: 's', hasApp: true, hasFactor: true, factorAt: null, preferences: FIRST_PREFERENCES },
};

/** The login of the studio over a database; `local`: on a local address. */
export const openStudioLogin = (database: Database, { local = false } = {}) =>
  bound(
    openStaffLogin({
      log: { error: () => {} },
      ...{ database, secret: SECRET, isLocal: local, site: agencySite(), wakeOutbox() {} },
      origin: local ? 'http://localhost:4321' : STUDIO_ORIGIN,
      events: openSecurityLog({ info() {} }),
    }),
    login,
    account,
  );

/** A member of staff with a password; returns the ID. */
export async function employ(
  database: Database,
  { email = 'lotte@studio.example', name = 'Lotte', role = 'office', member = null as string | null } = {},
  members: readonly string[] = [],
): Promise<string> {
  const known = { ...KNOWN, members: [...KNOWN.members, ...members.map((id) => ({ id }))] };
  // A person of an earlier test gives up the name: no two accounts have the same one.
  const earlier = await database.db.selectFrom('staff').select('id').where('name', '=', name).execute();
  for (const { id: other } of earlier)
    await database.db
      .updateTable('staff')
      .set({ name: `${name} ${other.slice(-4)}` })
      .where('id', '=', other)
      .execute();
  const { id } = await addStaff({ database }, { email, name, role, language: 'nl', member }, known, OPERATOR);
  await storePassword(database, STAFF_ACCOUNTS, id, STAFF_PASSWORD);
  return id;
}

/** Logs in with the password alone. */
export async function enterStudio(
  login: ReturnType<typeof openStudioLogin>,
  email = 'lotte@studio.example',
): Promise<{ headers: Headers; person: StaffMember }> {
  const entry = await login.logIn({ email, password: STAFF_PASSWORD }, visitor());
  if (!entry.ok) throw new Error(`not let in: ${entry.problem}`);
  const headers = withCookies(entry.cookies);
  return { headers, person: await personOf(login, headers) };
}

/** Who is logged in with these cookies. */
export async function personOf(login: ReturnType<typeof openStudioLogin>, headers: Headers): Promise<StaffMember> {
  const { staff } = await login.session(headers);
  if (!staff) throw new Error('the session is not there');
  return staff;
}

/** The code that an authenticator app shows for a key. */
export const totpCode = (key: string, nowMs = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: nowMs });
