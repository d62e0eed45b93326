import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labelsIn } from '../../i18n/labels.server.ts';
import { nullIfRefused, openAccountAuth, sessionOfCookie } from '../../platform/accounts/account-auth.server.ts';
import { enterWithPasskey, enterWithPassword, showCode, type Visitor } from '../../platform/accounts/login.server.ts';
import { openPasskeys } from '../../platform/accounts/passkeys.server.ts';
import {
  newPasswordProblem,
  storedTokenOf,
  storePassword,
  storePasswordToken,
} from '../../platform/accounts/passwords.server.ts';
import type { FactorResult } from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { type TooOften, tooOften } from '../../platform/rate-limit/rate-limit.server.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { isIn } from './own-account.server.ts';
import { preferencesOf } from './preferences.ts';
import { isStaffError, STAFF_ACCOUNTS, type StaffCtx, type StaffEntry, type StaffMember } from './staff.server.ts';
import { addStaff, OPERATOR } from './staff-accounts.server.ts';
import { countStaffEvent, recordStaffEvent } from './staff-events.server.ts';

const IDLE_SECONDS = 12 * 3600;
const LONGEST_MS = 7 * 86_400_000;
const DAY_MINUTES = 24 * 60;

/** Opens the login of the studio for a running site. */
export function openStaffLogin(ctx: Omit<StaffCtx, 'auth' | 'passkeys'>): StaffCtx {
  const { database, secret, origin, site } = ctx;
  return {
    ...ctx,
    passkeys: openPasskeys(STAFF_ACCOUNTS, { database, origin, agencyName: site.settings.site.agency.name }),
    auth: openAccountAuth(STAFF_ACCOUNTS, {
      database,
      secret,
      origin,
      idleSeconds: IDLE_SECONDS,
      // `forgotten` mails the link of a lost password.
      sendReset: async () => {},
    }),
  };
}

function accountOf(ctx: StaffCtx, id: string) {
  return ctx.database.db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** The member of staff who is logged in; `cookies` extend the session, unless this is no use of it. */
export async function session(
  ctx: StaffCtx,
  headers: Headers,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<{ staff: StaffMember | null; cookies: string[] }> {
  const { session, cookies } = await sessionOfCookie(headers, STAFF_ACCOUNTS, {
    auth: ctx.auth,
    database: ctx.database,
    isUse,
  });
  if (!session) return { staff: null, cookies };
  if (Date.now() - session.createdAt.getTime() > LONGEST_MS) {
    await ctx.database.db.deleteFrom('staff_sessions').where('id', '=', session.id).execute();
    return { staff: null, cookies: [] };
  }
  const row = await accountOf(ctx, session.userId);
  if (!row) return { staff: null, cookies: [] };
  const { factor_at, passkeys } = await ctx.database.db
    .selectFrom('staff_sessions')
    .select([
      'factor_at',
      ({ selectFrom, fn }) =>
        selectFrom('staff_passkeys')
          .select(fn.countAll<number | string>().as('count'))
          .where('account_id', '=', row.id)
          .as('passkeys'),
    ])
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  const { id, name, email, language, role, member } = row;
  const hasApp = row.totp_key !== null;
  const factor = { hasApp, hasFactor: hasApp || Number(passkeys) > 0, factorAt: factor_at };
  const preferences = preferencesOf({ keys: row.keys, undoSeconds: row.undo_seconds });
  const staff = { id, name, email, language, preferences, role, member, sessionId: session.id, ...factor };
  return { staff, cookies };
}

/** Logs in with a password; refused ones are counted in the audit, so that a flood is one line. */
export async function logIn(
  ctx: StaffCtx,
  given: { email: string; password: string },
  visitor: Visitor,
): Promise<StaffEntry> {
  const result = ctx.events.staffLogin('password', await enterWithPassword(STAFF_ACCOUNTS, ctx, given, visitor));
  if (!result.ok && result.problem !== 'credentials') return result;
  const account = await ctx.database.db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'totp_key'])
    .where('email', '=', normalisedEmailAddress(given.email))
    .executeTakeFirst();
  // What was typed for an account that does not exist may be a password.
  const refused = { staffId: null, who: '', action: 'login-refused', subject: account?.email ?? '' };
  if (!result.ok) await countStaffEvent(ctx.database.db, refused);
  else if (account && isIn(ctx, { factorAt: null, hasFactor: account.totp_key !== null }))
    await recordStaffEvent(ctx.database.db, { ...eventOf(account), action: 'login' });
  return result;
}

const eventOf = ({ id, name, email }: Pick<StaffMember, 'id' | 'name' | 'email'>) => ({
  staffId: id,
  who: name,
  subject: email,
});

/** Checks the second factor of a session. */
export async function showFactor(ctx: StaffCtx, person: StaffMember, code: string): Promise<FactorResult> {
  const result = ctx.events.staffLogin('factor', await showCode(STAFF_ACCOUNTS, ctx, person, code));
  const event = eventOf(person);
  if (!result.ok && result.problem === 'code')
    await countStaffEvent(ctx.database.db, { ...event, action: 'code-refused' });
  // Who is in already shows a fresh code.
  if (result.ok && person.factorAt === null) await recordStaffEvent(ctx.database.db, { ...event, action: 'login' });
  return result;
}

/** Ends the session; returns the cookies that say so. */
export async function logOut(ctx: StaffCtx, headers: Headers): Promise<string[]> {
  const { staff: person } = await session(ctx, headers);
  if (person) await recordStaffEvent(ctx.database.db, { ...eventOf(person), action: 'logout' });
  const { headers: responseHeaders } = await ctx.auth.api.signOut({ headers, returnHeaders: true });
  return responseHeaders.getSetCookie();
}

/**
 * Logs in with a passkey alone, which is two factors: the device and what unlocks it. Somebody who has logged in
 * with a password shows the second factor with it.
 */
export async function logInWithPasskey(
  ctx: StaffCtx,
  response: unknown,
  person: StaffMember | null,
  visitor: Visitor,
): Promise<StaffEntry> {
  const result = ctx.events.staffLogin(
    'passkey',
    await enterWithPasskey(STAFF_ACCOUNTS, ctx, response, person, visitor),
  );
  const known = person && eventOf(person);
  if (!result.ok && result.problem === 'passkey') {
    const nobody = { staffId: null, who: '', subject: '' };
    await countStaffEvent(ctx.database.db, { ...(known ?? nobody), action: 'code-refused' });
  }
  if (!result.ok || (person && person.factorAt !== null)) return result;
  const { staff } = known ? { staff: null } : await session(ctx, sessionHeaders(result.cookies));
  const account = known ?? (staff && eventOf(staff));
  if (account) await recordStaffEvent(ctx.database.db, { ...account, action: 'login' });
  return result;
}

/** The headers of the request that follows a login. */
const sessionHeaders = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });

/** For how long the link of a forgotten password is valid. */
const LINK_MINUTES = 60;
const LINKS_PER_ACCOUNT = { points: 3, seconds: 3600 };
const LINKS_PER_IP_ADDRESS = { points: 20, seconds: 3600 };

/**
 * Mails the link with which a new password is chosen, when somebody works under this address who has a second factor:
 * that one is still asked for afterwards. What happens cannot be seen from outside.
 */
export async function forgotten(
  ctx: StaffCtx,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<{ ok: true } | TooOften> {
  const refused = await tooOften(ctx.database, [
    [`staff-link:${ipAddressGroup(ipAddress)}`, LINKS_PER_IP_ADDRESS],
    [`staff-link:${normalisedEmailAddress(email)}`, LINKS_PER_ACCOUNT],
  ]);
  if (refused) return refused;
  // A response must not take longer for a known address than for an unknown one.
  void mailPasswordLink(ctx, email).catch((error: unknown) =>
    ctx.log.error({ problem: errorMessage(error) }, 'the link of a forgotten password could not be mailed'),
  );
  return { ok: true };
}

async function mailPasswordLink(ctx: StaffCtx, email: string): Promise<void> {
  const { db } = ctx.database;
  const account = await db
    .selectFrom('staff')
    .selectAll()
    .where('email', '=', normalisedEmailAddress(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!account) return;
  const passkey = await db
    .selectFrom('staff_passkeys')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  // A mailbox alone must not open the studio.
  if (account.totp_key === null && !passkey) return;
  const language = ctx.site.languages.find((code) => code === account.language) ?? ctx.site.defaultLanguage;
  const t = labelsIn(language);
  await ctx.database.transaction(async (transaction) => {
    const token = await storePasswordToken({ db: transaction }, STAFF_ACCOUNTS, account.id, LINK_MINUTES / DAY_MINUTES);
    await recordStaffEvent(transaction, { ...eventOf(account), action: 'password-link' });
    const mail = agencyMail(ctx.site, {
      kind: 'staff-password',
      ...{ to: account.email, name: account.name, language },
      subject: t('MAIL_SUBJECT_PASSWORD'),
      paragraphs: [t('MAIL_PASSWORD_INTRO')],
      button: { label: t('CHOOSE_PASSWORD'), href: `${ctx.origin}/studio/password/?token=${token}` },
      note: t('MAIL_ACCESS_NOTE', { minutes: LINK_MINUTES }),
    });
    await enqueue(transaction, [mail]);
  });
  ctx.wakeOutbox();
}

/** Sets the first password, or a new one after a reset, with the token of the link. */
export async function setPassword(
  ctx: StaffCtx,
  { token, password, repeated }: { token: string; password: string; repeated: string },
) {
  if (password !== repeated) return { ok: false, problem: 'unequal' } as const;
  const found = await ctx.database.db
    .selectFrom('staff_tokens')
    .innerJoin('staff', 'staff.id', 'staff_tokens.value')
    .select(['staff.email', 'staff.name', 'staff_tokens.expires_at'])
    .where('staff_tokens.identifier', '=', storedTokenOf(token))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!found || found.expires_at <= new Date().toISOString()) return { ok: false, problem: 'link' } as const;
  const problem = await newPasswordProblem(ctx.database, password, [
    found.email,
    found.name,
    ctx.site.settings.site.agency.name,
  ]);
  if (problem) return { ok: false, problem } as const;
  const response = await ctx.auth.api
    .resetPassword({ body: { newPassword: password, token } })
    .catch(nullIfRefused(ctx.database));
  return response ? ({ ok: true } as const) : ({ ok: false, problem: 'link' } as const);
}

/** The sessions of a person, newest first. */
export async function sessions(ctx: StaffCtx, person: StaffMember) {
  const rows = await ctx.database.db
    .selectFrom('staff_sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', person.id)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isThis: row.id === person.sessionId }));
}

/** Which of these sessions have ended, or belong to an account that was disabled or has another role now. */
export async function endedSessions(
  ctx: StaffCtx,
  sessions: readonly { id: string; role: string }[],
): Promise<Set<string>> {
  if (sessions.length === 0) return new Set();
  const rows = await ctx.database.db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.user_id')
    .select(['staff_sessions.id', 'staff.role'])
    .where(
      'staff_sessions.id',
      'in',
      sessions.map(({ id }) => id),
    )
    .where('expires_at', '>', new Date().toISOString())
    .where('staff_sessions.created_at', '>', new Date(Date.now() - LONGEST_MS).toISOString())
    .where('staff.disabled_at', 'is', null)
    .execute();
  const roles = new Map<string, string>(rows.map(({ id, role }) => [id, role]));
  return new Set(sessions.flatMap(({ id, role }) => (roles.get(id) === role ? [] : [id])));
}

/** Ends one session of a person; false when there is none. */
export async function endSession(ctx: StaffCtx, person: StaffMember, id: string): Promise<boolean> {
  const ended = ctx.database.db.deleteFrom('staff_sessions').where('id', '=', id).where('user_id', '=', person.id);
  const isEnded = (await ended.executeTakeFirst()).numDeletedRows > 0n;
  if (isEnded) await recordStaffEvent(ctx.database.db, { ...eventOf(person), action: 'session-end' });
  return isEnded;
}

interface DemoParts {
  site: { languages: readonly string[]; defaultLanguage: string; members: readonly { id: string }[] };
  contentDir: string;
  dataDir: string;
}

const EMAIL = 'demo@studio.example';

/**
 * Creates the demo member of staff of the demo agency while nobody works in the studio; returns the login once. On a
 * local address it needs no second factor.
 */
export async function makeDemoStaff(
  database: Database,
  { site, contentDir, dataDir }: DemoParts,
): Promise<{ email: string; password: string } | null> {
  if (!existsSync(join(contentDir, 'demo'))) return null;
  if (await database.db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) return null;
  const { languages, members } = site;
  const person = { email: EMAIL, name: 'Demo', role: 'admin', language: site.defaultLanguage, member: members[0]?.id };
  try {
    const { id } = await addStaff({ database }, person, { languages, members }, OPERATOR);
    const password = randomBytes(12).toString('base64url');
    await storePassword(database, STAFF_ACCOUNTS, id, password);
    writeFileSync(join(dataDir, 'demo-staff.txt'), `${EMAIL}\n${password}\n`, { mode: 0o600 });
    return { email: EMAIL, password };
  } catch (error) {
    // Another process was first and prints the password.
    if (isStaffError(error)) return null;
    throw error;
  }
}
