import type { Database } from '../database/database.server.ts';
import { ipAddressGroup } from '../http/ip-address.server.ts';
import { forget, type TooOften, tooOften } from '../rate-limit/rate-limit.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../text/contact-details.ts';
import { type AccountAuth, type AccountKind, nullIfRefused, plainHeaders } from './account-auth.server.ts';
import type { Passkeys } from './passkeys.server.ts';
import { checkFactor, type FactorResult } from './second-factor.server.ts';

// The steps of a login that owners and staff share: what is counted, what is checked, which session is opened.

const PER_ACCOUNT = { points: 10, seconds: 900 };
const PER_IP_ADDRESS = { points: 30, seconds: 900 };
const LONGEST_PASSWORD = 1000;

/** The visitor, on whom rate limits and the list of sessions depend. */
export interface Visitor {
  ipAddress: string;
  headers: Headers;
}

interface LoginCtx {
  auth: AccountAuth;
  database: Database;
  passkeys: Passkeys;
}

/** The key under which the uses of one kind from an IP address are counted, and how many may be. */
export const triesFrom = ({ ipAddress }: Visitor, what: string) =>
  [`${what}-address:${ipAddressGroup(ipAddress)}`, PER_IP_ADDRESS] as const;

/** Opens a session with a password; `cookies` hold it. */
export async function enterWithPassword(
  kind: AccountKind,
  { auth, database }: Pick<LoginCtx, 'auth' | 'database'>,
  { email, password }: { email: string; password: string },
  visitor: Visitor,
): Promise<{ ok: true; email: string; cookies: string[] } | { ok: false; problem: 'credentials' } | TooOften> {
  const emailAddress = normalisedEmailAddress(email);
  const account = `${kind.cookie}-account:${emailAddress}`;
  const refusal = await tooOften(database, [triesFrom(visitor, kind.cookie), [account, PER_ACCOUNT]]);
  if (refusal) return refusal;
  if (!isEmailAddress(emailAddress) || password.length > LONGEST_PASSWORD) return { ok: false, problem: 'credentials' };
  const result = await auth.api
    .signInEmail({ body: { email: emailAddress, password }, headers: plainHeaders(visitor), returnHeaders: true })
    .catch(nullIfRefused(database));
  if (!result) return { ok: false, problem: 'credentials' };
  // Who knows the password may log in as often as they like. Tries from one IP address stay counted.
  await forget(database, account, PER_ACCOUNT);
  return { ok: true, email: emailAddress, cookies: result.headers.getSetCookie() };
}

/**
 * Opens a session with a passkey, which is two factors: the device and what unlocks it. Somebody who has shown the
 * password shows the second factor of that session with it, and `cookies` are empty.
 */
export async function enterWithPasskey(
  kind: AccountKind,
  { auth, database, passkeys }: LoginCtx,
  response: unknown,
  person: { id: string; sessionId: string } | null,
  visitor: Visitor,
): Promise<{ ok: true; email: string; cookies: string[] } | { ok: false; problem: 'passkey' } | TooOften> {
  const refusal = await tooOften(database, [triesFrom(visitor, `${kind.cookie}-passkey`)]);
  if (refusal) return refusal;
  const id = await passkeys.verify(response, person?.id ?? null);
  const account = id && (await enabledAccount(database, kind, id));
  if (!account) return { ok: false, problem: 'passkey' };
  if (person) {
    await markFactor(database, kind, person.sessionId);
    return { ok: true, email: account.email, cookies: [] };
  }
  const opened = await auth.api
    .openSession({ body: { id }, headers: plainHeaders(visitor), returnHeaders: true })
    .catch(nullIfRefused(database));
  if (!opened) return { ok: false, problem: 'passkey' };
  await markFactor(database, kind, opened.response.id);
  return { ok: true, email: account.email, cookies: opened.headers.getSetCookie() };
}

const enabledAccount = ({ db }: Database, { tables }: AccountKind, id: string) =>
  db
    .selectFrom(tables.accounts)
    .select('email')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** Checks a code of the app, or a recovery code, of somebody who has shown the password. */
export async function showCode(
  kind: AccountKind,
  { database, secret }: { database: Database; secret: string },
  { id, sessionId }: { id: string; sessionId: string },
  code: string,
): Promise<FactorResult> {
  const row = await database.db
    .selectFrom(kind.tables.accounts)
    .select(['id', 'totp_key', 'totp_step'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const result = await checkFactor(database, kind, row, { code, secret });
  if (result.ok) await markFactor(database, kind, sessionId);
  return result;
}

/** Notes that a session has shown the second factor now. */
export async function markFactor(
  { db }: Pick<Database, 'db'>,
  { tables }: AccountKind,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable(tables.sessions)
    .set({ factor_at: new Date().toISOString() })
    .where('id', '=', sessionId)
    .execute();
}
