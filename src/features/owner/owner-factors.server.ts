import { nullIfRefused } from '../../platform/accounts/account-auth.server.ts';
import { markFactor, showCode } from '../../platform/accounts/login.server.ts';
import {
  type FactorResult,
  newRecoveryCodes,
  newTotpKey,
  removeFactors,
  setUpApp,
  totpUrl,
} from '../../platform/accounts/second-factor.server.ts';
import { forget, tooOften } from '../../platform/rate-limit/rate-limit.server.ts';
import { notifyOfChange } from '../agency/security-notice.server.ts';
import { type FactorChanged, OWNER_ACCOUNTS, type Owner, type OwnerCtx } from './sessions.server.ts';

const PASSWORD_TRIES = { points: 10, seconds: 900 };
const WRONG_CODE = { ok: false, problem: 'code' } as const;
const WRONG_PASSKEY = { ok: false, problem: 'passkey' } as const;
const NOT_OFFERED = { ok: false, problem: 'link' } as const;

// The second factor of owners: an authenticator app or a passkey, as an offer or as a duty. Changing it asks for the
// password, except for an owner who has to set it up in order to enter.

/** An owner who has to set up a first factor has just logged in. */
function isNew(owner: Owner) {
  return !owner.isIn && !owner.hasFactor;
}

/** Why an owner may not change the second factor now; null when it may be changed. */
async function refusal(ctx: OwnerCtx, owner: Owner, password: string, headers: Headers): Promise<FactorChanged | null> {
  if (isNew(owner)) return null;
  if (!owner.isIn) return NOT_OFFERED;
  const often = await tooOften(ctx.database, [[`owner-password:${owner.id}`, PASSWORD_TRIES]]);
  if (often) return often;
  const result = await ctx.auth.api
    .verifyPassword({ body: { password: password.slice(0, 1000) || ' ' }, headers })
    .catch(nullIfRefused(ctx.database));
  if (!result) return { ok: false, problem: 'credentials' };
  await forget(ctx.database, `owner-password:${owner.id}`, PASSWORD_TRIES);
  return null;
}

/** What follows a new factor: this session has shown it, all others end, and a first one brings recovery codes. */
async function added(ctx: OwnerCtx, owner: Owner, factor: 'app' | 'passkey'): Promise<FactorChanged> {
  const { id, sessionId, hasFactor } = owner;
  await markFactor(ctx.database, OWNER_ACCOUNTS, sessionId);
  await ctx.database.db.deleteFrom('owner_sessions').where('user_id', '=', id).where('id', '!=', sessionId).execute();
  const codes = hasFactor ? null : await newRecoveryCodes(ctx.database, OWNER_ACCOUNTS, id);
  await notifyOfChange(ctx, factor, owner);
  return { ok: true, codes };
}

/** A key for a new authenticator app; it counts once a code of it was entered. */
export const newKey = newTotpKey;

/** The address from which an authenticator app reads a key. */
export function keyUrl(ctx: OwnerCtx, key: string, owner: Owner) {
  return totpUrl(key, owner.email, ctx.site.settings.site.agency.name);
}

/** Checks a code of the app or a recovery code of an owner who has shown the password. */
export function showFactor(ctx: OwnerCtx, owner: Owner, code: string): Promise<FactorResult> {
  return showCode(OWNER_ACCOUNTS, ctx, owner, code);
}

/** Sets up an authenticator app with the first code of it. */
export async function setUpFactor(
  ctx: OwnerCtx,
  owner: Owner,
  { key, code, password }: { key: string; code: string; password: string },
  headers: Headers,
): Promise<FactorChanged> {
  if (ctx.site.settings.portal.secondFactor === 'off' || owner.hasApp) return NOT_OFFERED;
  const refused = await refusal(ctx, owner, password, headers);
  if (refused) return refused;
  if (!(await setUpApp(ctx.database, OWNER_ACCOUNTS, owner.id, { key, code, secret: ctx.secret }))) return WRONG_CODE;
  return added(ctx, owner, 'app');
}

/** Ten new recovery codes; the old ones no longer work. */
export async function renewCodes(
  ctx: OwnerCtx,
  owner: Owner,
  password: string,
  headers: Headers,
): Promise<FactorChanged> {
  if (!owner.hasFactor) return NOT_OFFERED;
  const refused = await refusal(ctx, owner, password, headers);
  if (refused) return refused;
  const codes = await newRecoveryCodes(ctx.database, OWNER_ACCOUNTS, owner.id);
  await notifyOfChange(ctx, 'codes', owner);
  return { ok: true, codes };
}

/** Removes the app, the passkeys and the recovery codes. */
export async function removeFactor(
  ctx: OwnerCtx,
  owner: Owner,
  password: string,
  headers: Headers,
): Promise<FactorChanged> {
  const refused = await refusal(ctx, owner, password, headers);
  if (refused) return refused;
  await removeFactors(ctx.database, OWNER_ACCOUNTS, owner.id);
  await notifyOfChange(ctx, 'off', owner);
  return { ok: true, codes: null };
}

/** The passkeys of an owner, oldest first. */
export function passkeysOf(ctx: OwnerCtx, owner: Owner) {
  return ctx.passkeys.list(owner.id);
}

/** What a browser needs to make a passkey; null where none may be added now. */
export async function newPasskeyOptions(ctx: OwnerCtx, owner: Owner) {
  return ctx.site.settings.portal.secondFactor === 'off' || (!owner.isIn && owner.hasFactor)
    ? null
    : ctx.passkeys.newOptions(owner);
}

/** Adds a passkey. */
export async function addPasskey(
  ctx: OwnerCtx,
  owner: Owner,
  { response, password }: { response: unknown; password: string },
  headers: Headers,
): Promise<FactorChanged> {
  if (ctx.site.settings.portal.secondFactor === 'off') return NOT_OFFERED;
  const refused = await refusal(ctx, owner, password, headers);
  if (refused) return refused;
  if (!(await ctx.passkeys.add(owner, response, headers.get('user-agent') ?? ''))) return WRONG_PASSKEY;
  return added(ctx, owner, 'passkey');
}

/** What a browser needs to log in with a passkey. */
export function passkeyLoginOptions(ctx: OwnerCtx, owner: Owner | null) {
  return ctx.passkeys.loginOptions(owner?.id ?? null);
}
