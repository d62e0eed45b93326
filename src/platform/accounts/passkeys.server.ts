import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '../database/database.server.ts';
import type { Passkey } from '../database/login-tables.ts';
import { newId } from '../database/new-id.server.ts';
import { recordOf } from '../values/values.ts';
import type { AccountKind } from './account-auth.server.ts';

const CHALLENGE_MS = 5 * 60_000;
/** No account needs more. */
const MOST = 20;

interface Parts {
  database: Database;
  /** The origin on which these accounts log in; its host is the relying party. */
  origin: string;
  /** Name of the agency, which the device shows. */
  agencyName: string;
}

/** What a passkey proves: that the person who holds the device unlocked it. */
export interface PasskeyAccount {
  id: string;
  email: string;
  name: string;
}

export type Passkeys = ReturnType<typeof openPasskeys>;

/**
 * Passkeys of one kind of accounts (WebAuthn level 2). A device that does not check its user is refused, so that one
 * passkey counts as two factors.
 */
export function openPasskeys({ tables }: AccountKind, { database, origin, agencyName }: Parts) {
  const { db } = database;
  const { hostname } = new URL(origin);
  // The library is only needed by people who log in.
  const library = () => import('@simplewebauthn/server');
  const expected = (purpose: string, accountId: string) => ({
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    expectedChallenge: (challenge: string) => useChallenge(purpose, challenge, accountId),
  });
  const list = (accountId: string): Promise<Passkey[]> =>
    db.selectFrom(tables.passkeys).selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();

  return {
    /** The passkeys of an account, oldest first. */
    list,
    /** What a browser needs to make a passkey for an account; it can be used once, within five minutes. */
    async newOptions({ id, email, name }: PasskeyAccount) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: agencyName,
        rpID: hostname,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        attestationType: 'none',
        excludeCredentials: (await list(id)).map(credentialOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await storeChallenge('new', options.challenge, id);
      return options;
    },
    /** Stores a new passkey; false when the browser's response is not one to our options. */
    async add(account: Pick<PasskeyAccount, 'id'>, response: unknown, device: string): Promise<boolean> {
      if (!isResponse<RegistrationResponseJSON>(response) || (await list(account.id)).length >= MOST) return false;
      const { verifyRegistrationResponse } = await library();
      const result = await verifyRegistrationResponse({ response, ...expected('new', account.id) }).catch(() => null);
      if (!result?.verified) return false;
      const { id, publicKey, counter } = result.registrationInfo.credential;
      const inserted = await db
        .insertInto(tables.passkeys)
        .values({
          ...{ id, account_id: account.id, public_key: Buffer.from(publicKey).toString('base64url'), counter },
          ...{ transports: (response.response.transports ?? []).join(','), device: device.slice(0, 200) },
          ...{ created_at: new Date().toISOString(), used_at: null },
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      return inserted.length > 0;
    },
    /** What a browser needs to use a passkey: of one account, or of whichever account the person chooses. */
    async loginOptions(accountId: string | null) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        userVerification: 'required',
        allowCredentials: accountId ? (await list(accountId)).map(credentialOf) : [],
      });
      await storeChallenge('use', options.challenge, accountId ?? '');
      return options;
    },
    /** Checks the use of a passkey; returns the ID of its account, or null. `accountId`: as in `loginOptions`. */
    async verify(response: unknown, accountId: string | null): Promise<string | null> {
      if (!isResponse<AuthenticationResponseJSON>(response)) return null;
      const found = await db
        .selectFrom(tables.passkeys)
        .selectAll()
        .where('id', '=', response.id)
        .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
        .executeTakeFirst();
      if (!found) return null;
      const { verifyAuthenticationResponse } = await library();
      const credential = { ...credentialOf(found), publicKey: keyOf(found), counter: found.counter };
      const result = await verifyAuthenticationResponse({
        response,
        credential,
        ...expected('use', accountId ?? ''),
      }).catch(() => null);
      if (!result?.verified) return null;
      const { newCounter } = result.authenticationInfo;
      const change = { counter: newCounter, used_at: new Date().toISOString() };
      await db.updateTable(tables.passkeys).set(change).where('id', '=', found.id).execute();
      return found.account_id;
    },
    /** Removes a passkey of an account. */
    async remove(accountId: string, id: string): Promise<void> {
      await db.deleteFrom(tables.passkeys).where('account_id', '=', accountId).where('id', '=', id).execute();
    },
  };

  async function storeChallenge(purpose: string, challenge: string, accountId: string): Promise<void> {
    const now = Date.now();
    const at = new Date(now).toISOString();
    const expires = new Date(now + CHALLENGE_MS).toISOString();
    await db
      .insertInto(tables.tokens)
      .values({
        ...{ id: newId(), identifier: challengeKey(purpose, challenge), value: accountId },
        ...{ expires_at: expires, created_at: at, updated_at: at },
      })
      .execute();
  }

  /** A challenge is used up by the first response to it. */
  async function useChallenge(purpose: string, challenge: string, accountId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom(tables.tokens)
      .where('identifier', '=', challengeKey(purpose, challenge))
      .where('value', '=', accountId)
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

const challengeKey = (purpose: string, challenge: string) =>
  `passkey-${purpose}:${createHash('sha256').update(challenge).digest('base64url')}`;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const credentialOf = ({ id, transports }: Passkey) => ({
  id,
  transports: TRANSPORTS.filter((one) => transports.split(',').includes(one)),
});

const keyOf = ({ public_key }: Passkey) => new Uint8Array(Buffer.from(public_key, 'base64url'));

/** Whether something has the shape of a response; the library checks everything in it. */
function isResponse<Kind extends { id: string; response: object }>(given: unknown): given is Kind {
  const { id, response } = recordOf(given);
  return typeof id === 'string' && id.length < 1400 && typeof response === 'object' && response !== null;
}

/** The response of a browser as it was posted in a field; null when it is not JSON. */
export function passkeyResponse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
