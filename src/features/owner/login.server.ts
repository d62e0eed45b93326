import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Language } from '../../i18n/languages.ts';
import { isRefusal, openAccountAuth, plainHeaders } from '../../platform/accounts/account-auth.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import type { SecurityLog } from '../../platform/log/log.server.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { forget, ipAddressGroup, limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { agencyMail, type MailSite } from '../agency/agency-mail.server.ts';
import { findOwner, openOwnerPasswords } from './accounts.server.ts';
import { accessMail, loginNotice } from './mails.server.ts';
import { openOwnerFactors } from './owner-factors.server.ts';
import {
  type Asked,
  askingBrowser,
  boundToken,
  currentSession,
  type Entry,
  type FactorChanged,
  OWNER_ACCOUNTS,
  type Owner,
  sessionsOf,
  unboundToken,
  type Visitor,
} from './sessions.server.ts';
import type { PortalSettings } from './settings.ts';

const WHAT = {
  password: 'PASSWORD_CHANGED',
  app: 'SECURITY_APP',
  passkey: 'SECURITY_PASSKEY',
  'passkey-removed': 'SECURITY_PASSKEY_REMOVED',
  codes: 'SECURITY_CODES',
  off: 'SECURITY_OFF',
} as const satisfies Record<string, LabelKey>;

/** What was changed about a login. */
type SecurityChange = keyof typeof WHAT;

interface Person {
  email: string;
  name: string;
  language: string;
}

interface NoticeParts extends Pick<Ctx, 'database' | 'wakeOutbox'> {
  site: MailSite;
}

/** Tells people by mail that their login was changed, so that they notice when it was somebody else (ASVS 6.3.7). */
export function openSecurityNotices({ database, site, wakeOutbox }: NoticeParts) {
  return async (change: SecurityChange, { email, name, language: spoken }: Person): Promise<void> => {
    const language = site.languages.find((code) => code === spoken) ?? (site.defaultLanguage as Language);
    const t = labelsIn(language);
    const mail = agencyMail(site, {
      ...{ kind: 'security-notice', to: email, name, language },
      ...{ subject: t('SECURITY_SUBJECT'), paragraphs: [t(WHAT[change])], note: t('SECURITY_NOT_YOU') },
    });
    await database.transaction((transaction) => enqueue(transaction, [mail]));
    wakeOutbox();
  };
}

export type NotifyOfChange = ReturnType<typeof openSecurityNotices>;

const PER_ACCOUNT = { points: 10, seconds: 900 };
const PER_IP_ADDRESS = { points: 30, seconds: 900 };
const MAILS_PER_ACCOUNT = { points: 4, seconds: 3600 };
const MAILS_PER_IP_ADDRESS = { points: 20, seconds: 3600 };
const FAILED = { ok: false, problem: 'credentials' } as const;

interface Parts extends Pick<Ctx, 'database' | 'secret' | 'siteUrl' | 'wakeOutbox'> {
  site: MailSite & { settings: { portal: PortalSettings } };
  log: { error(facts: object, message: string): void };
}

/** The key under which uses of an account are counted. */
const accountKey = (what: string, email: string) => `${what}-account:${normalisedEmailAddress(email)}`;

/** Opens the login functions of owners; `settled` waits for work that continues after a response. */
export function openOwners({ database, site, secret, siteUrl, wakeOutbox, log }: Parts) {
  const { portal } = site.settings;
  const behind = new Set<Promise<void>>();
  /** The page and the browser in which a mail was requested; the login library does not pass them on. */
  const requestedIn = new AsyncLocalStorage<{ language: string; mark: string }>();
  const send = async (mail: OutgoingMail) => {
    await database.transaction((transaction) => enqueue(transaction, [mail]));
    wakeOutbox();
  };
  const mailTo = async (kind: 'password' | 'link', email: string, token: string) => {
    const owner = await findOwner(database, email);
    if (!owner || owner.disabled_at) return;
    const { language, mark } = requestedIn.getStore() ?? { language: owner.language, mark: '' };
    const bound = boundToken(token, mark, secret);
    await send(accessMail(kind, { to: owner.email, name: owner.name, language, token: bound }, { site, siteUrl }));
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
      (error: unknown) => log.error({ code: errorCode(error) || 'unknown' }, 'a mail of the portal was not made'),
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

  const session = (headers: Headers) =>
    currentSession(headers, {
      ...{ auth, database, absoluteMs: portal.absoluteDays * 86_400_000 },
      isFactorRequired: portal.secondFactor === 'required',
    });
  const { secondFactor } = portal;
  const agencyName = site.settings.site.agency.name;
  const factors = openOwnerFactors({ database, auth, secret, siteUrl, agencyName, secondFactor });
  const secure = siteUrl.startsWith('https:');
  const unbound = (given: string, headers: Headers) => unboundToken(given, headers, { secret, secure });

  return {
    /** The owner who is logged in, or who still has to show the second factor; `cookies` extend the session. */
    session,
    factors,
    /** Logs in with a passkey, which is two factors, or shows it after the password. */
    async logInWithPasskey(response: unknown, pending: Owner | null, visitor: Visitor): Promise<Entry> {
      const often = await limit(database, `passkey-address:${ipAddressGroup(visitor.ipAddress)}`, PER_IP_ADDRESS);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      const found = await factors.verifyPasskey(response, pending, visitor);
      if (!found) return { ok: false, problem: 'passkey' };
      return pending ? { ok: true, language: pending.language, cookies: [] } : entered(found.email, found.headers);
    },
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
    /** Logs in with a token of a mail; it works once, in the browser that asked for it. */
    async followLink(given: string, visitor: Visitor): Promise<Entry> {
      const often = await limit(database, `link-address:${ipAddressGroup(visitor.ipAddress)}`, PER_IP_ADDRESS);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      const token = unbound(given, visitor.headers);
      if (!token) return { ok: false, problem: 'browser' };
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
      const { owner } = await session(headers);
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
      const { mark, cookie } = askingBrowser(visitor.headers, secure);
      later(() =>
        requestedIn.run({ language, mark }, async () => {
          const owner = await findOwner(database, emailAddress);
          if (!owner || owner.disabled_at) return;
          if (what === 'password') await auth.api.requestPasswordReset({ body: { email: emailAddress } });
          else await auth.api.signInMagicLink({ body: { email: emailAddress }, headers: new Headers() });
        }),
      );
      return { ok: true, cookies: [cookie] };
    },
    ...openOwnerPasswords({ database, auth, agencyName, unbound }),
    async setDigest(owner: Owner, digest: 'weekly' | 'off') {
      await database.db.updateTable('owners').set({ digest }).where('id', '=', owner.id).execute();
    },
    async settled() {
      await Promise.all(behind);
    },
  };
}

type Owners = ReturnType<typeof openOwners>;

/**
 * The logins of owners. Each step of a login is written to the log of security events, without personal data; each
 * change of a login is notified to its owner by mail.
 */
export function loggedOwners(owners: Owners, events: SecurityLog, notify: NotifyOfChange) {
  const { factors } = owners;
  const notified = async <Result extends { ok: boolean }>(change: SecurityChange, owner: Owner, result: Result) => {
    if (result.ok) await notify(change, owner);
    return result;
  };
  return {
    ...owners,
    logIn: async (...given: Parameters<Owners['logIn']>) => events.login('password', await owners.logIn(...given)),
    followLink: async (...given: Parameters<Owners['followLink']>) =>
      events.login('link', await owners.followLink(...given)),
    setPassword: async (...given: Parameters<Owners['setPassword']>) =>
      events.newPassword(await owners.setPassword(...given)),
    changePassword: async (...given: Parameters<Owners['changePassword']>) =>
      notified('password', given[0], await owners.changePassword(...given)),
    logInWithPasskey: async (...given: Parameters<Owners['logInWithPasskey']>) =>
      events.login('passkey', await owners.logInWithPasskey(...given)),
    factors: {
      ...factors,
      setUpFactor: async (...given: Parameters<typeof factors.setUpFactor>): Promise<FactorChanged> =>
        notified('app', given[0], await factors.setUpFactor(...given)),
      renewCodes: async (...given: Parameters<typeof factors.renewCodes>): Promise<FactorChanged> =>
        notified('codes', given[0], await factors.renewCodes(...given)),
      removeFactor: async (...given: Parameters<typeof factors.removeFactor>): Promise<FactorChanged> =>
        notified('off', given[0], await factors.removeFactor(...given)),
      passkeys: {
        ...factors.passkeys,
        add: async (...given: Parameters<typeof factors.passkeys.add>): Promise<FactorChanged> =>
          notified('passkey', given[0], await factors.passkeys.add(...given)),
      },
    },
  };
}
