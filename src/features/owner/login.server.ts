import { AsyncLocalStorage } from 'node:async_hooks';
import { nullIfRefused, openAccountAuth, plainHeaders } from '../../platform/accounts/account-auth.server.ts';
import { enterWithPasskey, enterWithPassword, triesFrom, type Visitor } from '../../platform/accounts/login.server.ts';
import { openPasskeys } from '../../platform/accounts/passkeys.server.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { tooOften } from '../../platform/rate-limit/rate-limit.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { findOwner } from './accounts.server.ts';
import { accessMail, loginNotice } from './mails.server.ts';
import {
  type Asked,
  askingBrowser,
  boundToken,
  currentSession,
  type Entry,
  OWNER_ACCOUNTS,
  type Owner,
  type OwnerCtx,
  sessionsOf,
  unboundToken,
} from './sessions.server.ts';

const MAILS_PER_ACCOUNT = { points: 4, seconds: 3600 };
const MAILS_PER_IP_ADDRESS = { points: 20, seconds: 3600 };

/** Opens the login of owners for a running site. */
export function openOwnerLogin(ctx: Omit<OwnerCtx, 'auth' | 'passkeys' | 'behind' | 'requestedIn'>): OwnerCtx {
  const { database, secret, site, siteUrl } = ctx;
  const opened: OwnerCtx = {
    ...ctx,
    behind: new Set(),
    requestedIn: new AsyncLocalStorage(),
    passkeys: openPasskeys(OWNER_ACCOUNTS, { database, origin: siteUrl, agencyName: site.settings.site.agency.name }),
    auth: openAccountAuth(OWNER_ACCOUNTS, {
      database,
      secret,
      origin: siteUrl,
      idleSeconds: Math.round(site.settings.portal.idleHours * 3600),
      sendReset: ({ email }, token) => mailTo(opened, 'password', email, token),
      sendLink: (email, token) => mailTo(opened, 'link', email, token),
    }),
  };
  return opened;
}

async function send(ctx: OwnerCtx, mail: OutgoingMail) {
  await ctx.database.transaction((transaction) => enqueue(transaction, [mail]));
  ctx.wakeOutbox();
}

async function mailTo(ctx: OwnerCtx, kind: 'password' | 'link', email: string, token: string) {
  const owner = await findOwner(ctx.database, email);
  if (!owner || owner.disabled_at) return;
  const { language, mark } = ctx.requestedIn.getStore() ?? {
    language: owner.language,
    mark: '',
  };
  const bound = boundToken(token, mark, ctx.secret);
  await send(
    ctx,
    accessMail(
      kind,
      { to: owner.email, name: owner.name, language, token: bound },
      { site: ctx.site, siteUrl: ctx.siteUrl },
    ),
  );
}

/** A response must not take longer for a known email address than for an unknown one. */
function later(ctx: OwnerCtx, work: () => Promise<unknown>) {
  const done = work().then(
    () => {},
    (error: unknown) => ctx.log.error({ code: errorCode(error) || 'unknown' }, 'a mail of the portal was not made'),
  );
  ctx.behind.add(done);
  void done.finally(() => ctx.behind.delete(done));
}

async function entered(ctx: OwnerCtx, email: string, cookies: string[]): Promise<Entry> {
  const owner = await findOwner(ctx.database, email);
  if (!owner) return { ok: false, problem: 'credentials' };
  if (ctx.site.settings.portal.loginMail) later(ctx, () => send(ctx, loginNotice(owner.name, ctx.site)));
  return { ok: true, language: owner.language, cookies };
}

/** The owner who is logged in, or who still has to show the second factor; `cookies` extend the session. */
export function session(ctx: OwnerCtx, headers: Headers) {
  return currentSession(headers, {
    ...{
      auth: ctx.auth,
      database: ctx.database,
      absoluteMs: ctx.site.settings.portal.absoluteDays * 86_400_000,
    },
    isFactorRequired: ctx.site.settings.portal.secondFactor === 'required',
  });
}

/** Logs in with a passkey, which is two factors, or shows it after the password. */
export async function logInWithPasskey(
  ctx: OwnerCtx,
  response: unknown,
  pending: Owner | null,
  visitor: Visitor,
): Promise<Entry> {
  const result = await enterWithPasskey(OWNER_ACCOUNTS, ctx, response, pending, visitor);
  if (!result.ok) return ctx.events.login('passkey', result);
  const { email, cookies } = result;
  const entry: Entry = pending ? { ok: true, language: pending.language, cookies } : await entered(ctx, email, cookies);
  return ctx.events.login('passkey', entry);
}

/** Logs in with a password. */
export async function logIn(
  ctx: OwnerCtx,
  given: { email: string; password: string },
  visitor: Visitor,
): Promise<Entry> {
  const result = await enterWithPassword(OWNER_ACCOUNTS, ctx, given, visitor);
  return ctx.events.login('password', result.ok ? await entered(ctx, result.email, result.cookies) : result);
}

/** Logs in with a token of a mail; it works once, in the browser that asked for it. */
export async function followLink(ctx: OwnerCtx, given: string, visitor: Visitor): Promise<Entry> {
  return ctx.events.login('link', await enterWithLink(ctx, given, visitor));
}

async function enterWithLink(ctx: OwnerCtx, given: string, visitor: Visitor): Promise<Entry> {
  const refusal = await tooOften(ctx.database, [triesFrom(visitor, 'link')]);
  if (refusal) return refusal;
  const token = unboundToken(given, visitor.headers, ctx);
  if (!token) return { ok: false, problem: 'browser' };
  const result = await ctx.auth.api
    .magicLinkVerify({ query: { token }, headers: plainHeaders(visitor), returnHeaders: true })
    .catch(nullIfRefused(ctx.database));
  return result
    ? entered(ctx, result.response.user.email, result.headers.getSetCookie())
    : { ok: false, problem: 'link' };
}

/** Ends the session; returns the cookies that say so. */
export async function logOut(ctx: OwnerCtx, headers: Headers) {
  const { headers: responseHeaders } = await ctx.auth.api.signOut({ headers, returnHeaders: true });
  return responseHeaders.getSetCookie();
}

/** Ends all sessions of the owner who is logged in; returns the cookies that say so. */
export async function endAll(ctx: OwnerCtx, headers: Headers) {
  const { owner } = await session(ctx, headers);
  if (owner) await ctx.database.db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
  const { headers: responseHeaders } = await ctx.auth.api.signOut({ headers, returnHeaders: true });
  return responseHeaders.getSetCookie();
}

/** The sessions of an owner. */
export function sessions(ctx: OwnerCtx, owner: Owner) {
  return sessionsOf(ctx.database, owner);
}

/** Mails a link for a new password or a login; an unknown email address gets the same result. */
export async function askFor(
  ctx: OwnerCtx,
  what: 'password' | 'link',
  email: string,
  visitor: Visitor,
  language: string,
): Promise<Asked> {
  if (!isEmailAddress(email.trim())) return { ok: false, problem: 'email' };
  const emailAddress = normalisedEmailAddress(email);
  const refusal = await tooOften(ctx.database, [
    [`${what}-mails:${ipAddressGroup(visitor.ipAddress)}`, MAILS_PER_IP_ADDRESS],
    [`${what}-mails-account:${emailAddress}`, MAILS_PER_ACCOUNT],
  ]);
  if (refusal) return refusal;
  const { mark, cookie } = askingBrowser(visitor.headers, ctx.siteUrl.startsWith('https:'));
  later(ctx, () =>
    ctx.requestedIn.run({ language, mark }, async () => {
      const owner = await findOwner(ctx.database, emailAddress);
      if (!owner || owner.disabled_at) return;
      if (what === 'password') await ctx.auth.api.requestPasswordReset({ body: { email: emailAddress } });
      else await ctx.auth.api.signInMagicLink({ body: { email: emailAddress }, headers: new Headers() });
    }),
  );
  return { ok: true, cookies: [cookie] };
}

/** Switches the weekly mail on or off. */
export async function setDigest(ctx: OwnerCtx, owner: Owner, digest: 'weekly' | 'off') {
  await ctx.database.db.updateTable('owners').set({ digest }).where('id', '=', owner.id).execute();
}

/** Waits for work that continues after a response. */
export async function settled(ctx: OwnerCtx) {
  await Promise.all(ctx.behind);
}
