import { AsyncLocalStorage } from 'node:async_hooks';
import type { PortalSettings } from '../../../../domain/settings/portal-settings.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../../../domain/text/contact-details.ts';
import type { MailSite } from '../../../catalogue/site/agency-mail.ts';
import { isRefusal, openAccountAuth, plainHeaders } from '../../../platform/accounts/account-auth.ts';
import { newPasswordProblem, storedTokenOf } from '../../../platform/accounts/passwords.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OutgoingMail } from '../../../platform/mail/mail.ts';
import { enqueue } from '../../../platform/outbox/mail-queue.ts';
import { ipAddressGroup } from '../../../platform/rate-limit/client-ip.ts';
import { forget, limit } from '../../../platform/rate-limit/rate-limit.ts';
import { accessMail, loginNotice } from './access-mails.ts';
import { findOwner } from './accounts.ts';
import type { Asked, Entry, Owner, PasswordChanged, PasswordSet, Visitor } from './owner.ts';
import { OWNER_ACCOUNTS } from './owner-accounts.ts';
import { currentSession, sessionsOf } from './sessions.ts';

const PER_ACCOUNT = { points: 10, seconds: 900 };
const PER_IP_ADDRESS = { points: 30, seconds: 900 };
const MAILS_PER_ACCOUNT = { points: 4, seconds: 3600 };
const MAILS_PER_IP_ADDRESS = { points: 20, seconds: 3600 };
const FAILED = { ok: false, problem: 'credentials' } as const;

interface Parts {
  database: Database;
  site: MailSite & { settings: { portal: PortalSettings } };
  secret: string;
  siteUrl: string;
  wakeOutbox(): void;
  log: { error(facts: object, message: string): void };
}

/** The key under which uses of an account are counted. */
const accountKey = (what: string, email: string) => `${what}-account:${normalisedEmailAddress(email)}`;

/** Opens the login functions of owners; `settled` waits for work that continues after a response. */
export function openOwners({ database, site, secret, siteUrl, wakeOutbox, log }: Parts) {
  const { portal } = site.settings;
  const behind = new Set<Promise<void>>();
  /** The language of the page on which a mail was requested; the login library does not pass it on. */
  const requestedIn = new AsyncLocalStorage<string>();
  const send = async (mail: OutgoingMail) => {
    await database.transaction((transaction) => enqueue(transaction, [mail]));
    wakeOutbox();
  };
  const mailTo = async (kind: 'password' | 'link', email: string, token: string) => {
    const owner = await findOwner(database, email);
    if (!owner || owner.disabled_at) return;
    const language = requestedIn.getStore() ?? owner.language;
    await send(accessMail(kind, { to: owner.email, name: owner.name, language, token }, { site, siteUrl }));
  };
  const auth = openAccountAuth(OWNER_ACCOUNTS, {
    database,
    secret,
    origin: siteUrl,
    idleSeconds: Math.round(portal.idleHours * 3600),
    sendReset: ({ email }, token) => mailTo('password', email, token),
    sendLink: (email, token) => mailTo('link', email, token),
  });
  const refused = (error: unknown) => isRefusal(error, database).then(() => null);
  /** A response must not take longer for a known email address than for an unknown one. */
  const later = (work: () => Promise<unknown>) => {
    const done = work().then(
      () => {},
      (error: unknown) =>
        log.error({ code: (error as { code?: string }).code ?? 'unknown' }, 'a mail of the portal was not made'),
    );
    behind.add(done);
    void done.finally(() => behind.delete(done));
  };
  const entered = async (email: string, headers: Headers): Promise<Entry> => {
    const owner = await findOwner(database, email);
    if (!owner) return FAILED;
    if (portal.loginMail) later(() => send(loginNotice(owner.name, site)));
    return { ok: true, language: owner.language, cookies: headers.getSetCookie() };
  };
  const within = async (
    what: string,
    email: string,
    { ipAddress }: Visitor,
    perAccount: typeof PER_ACCOUNT,
    perIpAddress: typeof PER_ACCOUNT,
  ) => {
    const byIpAddress = await limit(database, `${what}-address:${ipAddressGroup(ipAddress)}`, perIpAddress);
    if (!byIpAddress.ok) return byIpAddress;
    return limit(database, accountKey(what, email), perAccount);
  };

  return {
    /** The owner who is logged in; `cookies` extend the session. */
    session: (headers: Headers) =>
      currentSession(headers, { auth, database, absoluteMs: portal.absoluteDays * 86_400_000 }),
    async logIn({ email, password }: { email: string; password: string }, visitor: Visitor): Promise<Entry> {
      const often = await within('login', email, visitor, PER_ACCOUNT, PER_IP_ADDRESS);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      if (!isEmailAddress(email.trim()) || password.length > 1000) return FAILED;
      const body = { email: normalisedEmailAddress(email), password };
      const result = await auth.api
        .signInEmail({ body, headers: plainHeaders(visitor), returnHeaders: true })
        .catch(refused);
      if (!result) return FAILED;
      // Who knows the password may log in as often as they like. Tries from one IP address stay counted.
      await forget(database, accountKey('login', email), PER_ACCOUNT);
      return entered(body.email, result.headers);
    },
    /** Logs in with a token of a mail; it works once. */
    async followLink(token: string, visitor: Visitor): Promise<Entry> {
      const often = await limit(database, `link-address:${ipAddressGroup(visitor.ipAddress)}`, PER_IP_ADDRESS);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      const result = await auth.api
        .magicLinkVerify({ query: { token }, headers: plainHeaders(visitor), returnHeaders: true })
        .catch(refused);
      return result ? entered(result.response.user.email, result.headers) : { ok: false, problem: 'link' };
    },
    async logOut(headers: Headers) {
      const { headers: responseHeaders } = await auth.api.signOut({ headers, returnHeaders: true });
      return responseHeaders.getSetCookie();
    },
    async endAll(headers: Headers) {
      const { owner } = await currentSession(headers, { auth, database, absoluteMs: portal.absoluteDays * 86_400_000 });
      if (owner) await database.db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
      const { headers: responseHeaders } = await auth.api.signOut({ headers, returnHeaders: true });
      return responseHeaders.getSetCookie();
    },
    sessions: (owner: Owner) => sessionsOf(database, owner),
    async askFor(what: 'password' | 'link', email: string, visitor: Visitor, language: string): Promise<Asked> {
      if (!isEmailAddress(email.trim())) return { ok: false, problem: 'email' };
      const often = await within(what, email, visitor, MAILS_PER_ACCOUNT, MAILS_PER_IP_ADDRESS);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      const emailAddress = normalisedEmailAddress(email);
      later(() =>
        requestedIn.run(language, async () => {
          const owner = await findOwner(database, emailAddress);
          if (!owner || owner.disabled_at) return;
          if (what === 'password') await auth.api.requestPasswordReset({ body: { email: emailAddress } });
          else await auth.api.signInMagicLink({ body: { email: emailAddress }, headers: new Headers() });
        }),
      );
      return { ok: true };
    },
    async setPassword({
      token,
      password,
      repeated,
    }: {
      token: string;
      password: string;
      repeated: string;
    }): Promise<PasswordSet> {
      if (!repeated) return { ok: false, problem: 'unconfirmed' };
      if (password !== repeated) return { ok: false, problem: 'unequal' };
      const owner = await database.db
        .selectFrom('owner_tokens')
        .innerJoin('owners', 'owners.id', 'owner_tokens.value')
        .select(['owners.email', 'owners.name', 'owner_tokens.expires_at'])
        .where('owner_tokens.identifier', '=', storedTokenOf(token))
        .where('owners.disabled_at', 'is', null)
        .executeTakeFirst();
      if (!owner || owner.expires_at <= new Date().toISOString()) return { ok: false, problem: 'link' };
      // Checked before the token is used up.
      const problem = newPasswordProblem(database, password, [owner.email, owner.name, site.settings.site.agency.name]);
      if (problem) return { ok: false, problem };
      const response = await auth.api.resetPassword({ body: { newPassword: password, token } }).catch(refused);
      return response ? { ok: true } : { ok: false, problem: 'link' };
    },
    /** Sets a new password with the present one; all other sessions of the owner end. */
    async changePassword(
      owner: Owner,
      { current, password, repeated }: { current: string; password: string; repeated: string },
      headers: Headers,
    ): Promise<PasswordChanged> {
      if (!repeated) return { ok: false, problem: 'unconfirmed' };
      if (password !== repeated) return { ok: false, problem: 'unequal' };
      const often = await limit(database, accountKey('login', owner.email), PER_ACCOUNT);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      const problem = newPasswordProblem(database, password, [owner.email, owner.name, site.settings.site.agency.name]);
      if (problem) return { ok: false, problem };
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
      const result = await auth.api.changePassword({ body, headers, returnHeaders: true }).catch(refused);
      return result ? { ok: true, cookies: result.headers.getSetCookie() } : { ok: false, problem: 'credentials' };
    },
    async setDigest(owner: Owner, digest: 'weekly' | 'off') {
      await database.db.updateTable('owners').set({ digest }).where('id', '=', owner.id).execute();
    },
    async settled() {
      await Promise.all(behind);
    },
  };
}
