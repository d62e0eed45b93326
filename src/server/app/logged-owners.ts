import type { openOwners } from '../services/owners/auth/open-owners.ts';
import type { SecurityLog } from './security-log.ts';

type Owners = ReturnType<typeof openOwners>;

/** The logins of owners; each step of a login is written to the log of security events, without personal data. */
export const loggedOwners = (owners: Owners, events: SecurityLog) => ({
  ...owners,
  logIn: async (...given: Parameters<Owners['logIn']>) => events.login('password', await owners.logIn(...given)),
  followLink: async (...given: Parameters<Owners['followLink']>) =>
    events.login('link', await owners.followLink(...given)),
  setPassword: async (...given: Parameters<Owners['setPassword']>) =>
    events.newPassword(await owners.setPassword(...given)),
  logInWithPasskey: async (...given: Parameters<Owners['logInWithPasskey']>) =>
    events.login('passkey', await owners.logInWithPasskey(...given)),
});
