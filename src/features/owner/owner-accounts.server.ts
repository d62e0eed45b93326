import type { AccountKind } from '../../platform/accounts/account-auth.server.ts';

/** The accounts of owners. */
export const OWNER_ACCOUNTS: AccountKind = {
  cookie: 'owner',
  tables: {
    accounts: 'owners',
    sessions: 'owner_sessions',
    credentials: 'owner_credentials',
    tokens: 'owner_tokens',
    recoveryCodes: 'owner_recovery_codes',
    passkeys: 'owner_passkeys',
  },
  fields: ['language', 'digest'],
};
