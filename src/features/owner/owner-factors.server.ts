import type { Ctx } from '../../content/site/ctx.server.ts';
import { type AccountAuth, isRefusal, plainHeaders } from '../../platform/accounts/account-auth.server.ts';
import { openPasskeys } from '../../platform/accounts/passkeys.server.ts';
import {
  checkFactor,
  type FactorResult,
  newRecoveryCodes,
  newTotpKey,
  removeFactors,
  setUpApp,
  totpUrl,
} from '../../platform/accounts/second-factor.server.ts';
import { forget, limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { type FactorChanged, OWNER_ACCOUNTS, type Owner, type Visitor } from './sessions.server.ts';
import type { PortalSettings } from './settings.ts';

const PASSWORD_TRIES = { points: 10, seconds: 900 };
const WRONG_CODE = { ok: false, problem: 'code' } as const;
const WRONG_PASSKEY = { ok: false, problem: 'passkey' } as const;
const NOT_OFFERED = { ok: false, problem: 'link' } as const;

interface Parts extends Pick<Ctx, 'database' | 'secret' | 'siteUrl'> {
  auth: AccountAuth;
  agencyName: string;
  secondFactor: PortalSettings['secondFactor'];
}

/**
 * The second factor of owners: an authenticator app or a passkey, as an offer or as a duty. Changing it asks for the
 * password, except for an owner who has to set it up in order to enter.
 */
export function openOwnerFactors({ database, auth, secret, siteUrl, agencyName, secondFactor }: Parts) {
  const { db } = database;
  const passkeys = openPasskeys(OWNER_ACCOUNTS, { database, origin: siteUrl, agencyName });
  const mark = (sessionId: string) =>
    db.updateTable('owner_sessions').set({ factor_at: new Date().toISOString() }).where('id', '=', sessionId).execute();
  /** An owner who has to set up a first factor has just logged in. */
  const isNew = (owner: Owner) => !owner.isIn && !owner.hasFactor;

  /** Why an owner may not change the second factor now; null when it may be changed. */
  async function refusal(owner: Owner, password: string, headers: Headers): Promise<FactorChanged | null> {
    if (isNew(owner)) return null;
    if (!owner.isIn) return NOT_OFFERED;
    const often = await limit(database, `owner-password:${owner.id}`, PASSWORD_TRIES);
    if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
    const result = await auth.api
      .verifyPassword({ body: { password: password.slice(0, 1000) || ' ' }, headers })
      .catch((error: unknown) => isRefusal(error, database).then(() => null));
    if (!result) return { ok: false, problem: 'credentials' };
    await forget(database, `owner-password:${owner.id}`, PASSWORD_TRIES);
    return null;
  }

  /** What follows a new factor: this session has shown it, all others end, and a first one brings recovery codes. */
  async function added({ id, sessionId, hasFactor }: Owner): Promise<FactorChanged> {
    await mark(sessionId);
    await db.deleteFrom('owner_sessions').where('user_id', '=', id).where('id', '!=', sessionId).execute();
    return { ok: true, codes: hasFactor ? null : await newRecoveryCodes({ db }, OWNER_ACCOUNTS, id) };
  }

  return {
    newKey: newTotpKey,
    keyUrl: (key: string, owner: Owner) => totpUrl(key, owner.email, agencyName),
    /** Whether owners are asked to set up a second factor, and whether they have to. */
    mode: secondFactor,
    /** Checks a code of the app or a recovery code of an owner who has shown the password. */
    async showFactor(owner: Owner, code: string): Promise<FactorResult> {
      const row = await db
        .selectFrom('owners')
        .select(['id', 'totp_key', 'totp_step'])
        .where('id', '=', owner.id)
        .executeTakeFirstOrThrow();
      const result = await checkFactor(database, OWNER_ACCOUNTS, row, { code, secret });
      if (result.ok) await mark(owner.sessionId);
      return result;
    },
    /** Sets up an authenticator app with the first code of it. */
    async setUpFactor(
      owner: Owner,
      { key, code, password }: { key: string; code: string; password: string },
      headers: Headers,
    ): Promise<FactorChanged> {
      if (secondFactor === 'off' || owner.hasApp) return NOT_OFFERED;
      const refused = await refusal(owner, password, headers);
      if (refused) return refused;
      if (!(await setUpApp({ db }, OWNER_ACCOUNTS, owner.id, { key, code, secret }))) return WRONG_CODE;
      return added(owner);
    },
    /** Ten new recovery codes; the old ones no longer work. */
    async renewCodes(owner: Owner, password: string, headers: Headers): Promise<FactorChanged> {
      if (!owner.hasFactor) return NOT_OFFERED;
      const refused = await refusal(owner, password, headers);
      return refused ?? { ok: true, codes: await newRecoveryCodes({ db }, OWNER_ACCOUNTS, owner.id) };
    },
    /** Removes the app, the passkeys and the recovery codes. */
    async removeFactor(owner: Owner, password: string, headers: Headers): Promise<FactorChanged> {
      const refused = await refusal(owner, password, headers);
      if (refused) return refused;
      await removeFactors({ db }, OWNER_ACCOUNTS, owner.id);
      return { ok: true, codes: null };
    },
    passkeys: {
      list: (owner: Owner) => passkeys.list(owner.id),
      newOptions: async (owner: Owner) =>
        secondFactor === 'off' || (!owner.isIn && owner.hasFactor) ? null : passkeys.newOptions(owner),
      async add(
        owner: Owner,
        { response, password }: { response: unknown; password: string },
        headers: Headers,
      ): Promise<FactorChanged> {
        if (secondFactor === 'off') return NOT_OFFERED;
        const refused = await refusal(owner, password, headers);
        if (refused) return refused;
        if (!(await passkeys.add(owner, response, headers.get('user-agent') ?? ''))) return WRONG_PASSKEY;
        return added(owner);
      },
      loginOptions: (owner: Owner | null) => passkeys.loginOptions(owner?.id ?? null),
    },
    /**
     * Checks a passkey: of the owner who has shown the password, or of whoever holds it, who gets a session. Returns
     * the email address of the account with its cookies, or null.
     */
    async verifyPasskey(
      response: unknown,
      owner: Owner | null,
      visitor: Visitor,
    ): Promise<{ email: string; headers: Headers } | null> {
      const id = await passkeys.verify(response, owner?.id ?? null);
      const row = id && (await db.selectFrom('owners').selectAll().where('id', '=', id).executeTakeFirst());
      if (!row || row.disabled_at) return null;
      if (owner) {
        await mark(owner.sessionId);
        return { email: row.email, headers: new Headers() };
      }
      const opened = await auth.api
        .openSession({ body: { id: row.id }, headers: plainHeaders(visitor), returnHeaders: true })
        .catch((error: unknown) => isRefusal(error, database).then(() => null));
      if (!opened) return null;
      await mark(opened.response.id);
      return { email: row.email, headers: opened.headers };
    },
  };
}
