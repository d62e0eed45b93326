import type { SecurityLog } from '../../platform/log/security-log.server.ts';
import type { openOwners } from './open-owners.server.ts';
import type { FactorChanged, Owner } from './owner.server.ts';
import type { NotifyOfChange, SecurityChange } from './security-notice.server.ts';

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
