import { openPasskeys } from '../../platform/accounts/passkeys.server.ts';
import {
  checkFactor,
  type FactorResult,
  isFreshFactor,
  newRecoveryCodes,
  newTotpKey,
  setUpApp,
  totpUrl,
} from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { STAFF_ACCOUNTS, type StaffMember } from './staff.server.ts';
import { recordStaffEvent } from './staff-events.server.ts';

interface Parts {
  database: Database;
  secret: string;
  /** The origin of the studio. */
  origin: string;
  /** Whether the demo member of staff may enter without a second factor: on a local address only. */
  isLocal: boolean;
  agencyName: string;
}

/** What an account has after a second factor was added; the recovery codes are made with the first one. */
export type FactorAdded = { codes: string[] | null } | null;

/** The second factor of staff: an authenticator app, passkeys, recovery codes. */
export function openStaffFactors({ database, secret, origin, isLocal, agencyName }: Parts) {
  const { db } = database;
  const passkeys = openPasskeys(STAFF_ACCOUNTS, { database, origin, agencyName });
  const needsNone = (person: Pick<StaffMember, 'hasFactor'>) => isLocal && !person.hasFactor;
  const isFresh = (person: StaffMember) => needsNone(person) || isFreshFactor(person.factorAt);
  /** A first factor is set up right after the password; another one needs a fresh factor. */
  const mayAdd = (person: StaffMember) => !person.hasFactor || isFresh(person);

  return {
    /** Whether somebody has shown everything that the studio asks for. */
    isIn: (person: Pick<StaffMember, 'factorAt' | 'hasFactor'>): boolean =>
      person.factorAt !== null || needsNone(person),
    /** Whether the second factor was shown a short while ago; where none is needed, none is asked for again. */
    isFresh,
    /** Checks the second factor of a session. */
    async showFactor(person: StaffMember, code: string): Promise<FactorResult> {
      const row = await db
        .selectFrom('staff')
        .select(['id', 'totp_key', 'totp_step'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      const result = await checkFactor(database, STAFF_ACCOUNTS, row, { code, secret });
      if (result.ok) await markFactor({ db }, person.sessionId);
      return result;
    },
    /** A key for a new authenticator app; it counts once a code of it was entered. */
    newKey: newTotpKey,
    keyUrl: totpUrl,
    /** Sets up an authenticator app with the first code of it; returns the recovery codes, which are shown once. */
    async setUpFactor(person: StaffMember, key: string, code: string): Promise<FactorAdded> {
      // An app that is set up is replaced after "reset" only.
      if (person.hasApp || !mayAdd(person)) return null;
      return database.transaction(async (transaction) => {
        if (!(await setUpApp({ db: transaction }, STAFF_ACCOUNTS, person.id, { key, code, secret }))) return null;
        await transaction
          .updateTable('staff')
          .set({ factor_set_at: new Date().toISOString() })
          .where('id', '=', person.id)
          .execute();
        return added({ db: transaction }, person, 'factor-set-up');
      });
    },
    passkeys: {
      list: (person: StaffMember) => passkeys.list(person.id),
      /** What a browser needs to make a passkey; null where a fresh second factor has to be shown first. */
      newOptions: async (person: StaffMember) => (mayAdd(person) ? passkeys.newOptions(person) : null),
      /** Adds a passkey; returns the recovery codes with the first factor. */
      async add(person: StaffMember, response: unknown, device: string): Promise<FactorAdded> {
        if (!mayAdd(person) || !(await passkeys.add(person, response, device))) return null;
        return database.transaction((transaction) => added({ db: transaction }, person, 'passkey-added'));
      },
      loginOptions: (person: StaffMember | null) => passkeys.loginOptions(person?.id ?? null),
      verify: (response: unknown, person: StaffMember | null) => passkeys.verify(response, person?.id ?? null),
      /** Removes a passkey; the last factor of an account stays. */
      async remove(person: StaffMember, id: string): Promise<boolean> {
        if (!person.hasApp && (await passkeys.list(person.id)).length < 2) return false;
        await passkeys.remove(person.id, id);
        const { id: staffId, name: who, email: subject } = person;
        await recordStaffEvent(db, { staffId, who, action: 'passkey-remove', subject });
        return true;
      },
    },
  };

  async function added(
    transaction: Pick<Database, 'db'>,
    { id: staffId, name: who, email: subject, sessionId, hasFactor }: StaffMember,
    action: 'factor-set-up' | 'passkey-added',
  ): Promise<FactorAdded> {
    await markFactor(transaction, sessionId);
    await recordStaffEvent(transaction.db, { staffId, who, action, subject });
    return { codes: hasFactor ? null : await newRecoveryCodes(transaction, STAFF_ACCOUNTS, staffId) };
  }
}

/** Marks that a session has shown a second factor now. */
export async function markFactor({ db }: Pick<Database, 'db'>, sessionId: string): Promise<void> {
  const factor_at = new Date().toISOString();
  await db.updateTable('staff_sessions').set({ factor_at }).where('id', '=', sessionId).execute();
}
