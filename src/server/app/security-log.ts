/** What is told of an attempt: that it went well, or the code of the problem. */
interface Outcome {
  ok: boolean;
  problem?: string;
}

/** Problems of a form that speak of a robot or of somebody who tries too often, not of a slip. */
const SUSPECT = new Set(['robot', 'captcha', 'too-often', 'too-fast', 'expired']);

/**
 * Notes what bears on security, for the journal of the machine. It never says who: no name, no address, no word of a
 * form.
 */
export function openSecurityLog(log: { info(facts: object, message: string): void }) {
  return {
    login<T extends Outcome>(by: 'password' | 'link', outcome: T): T {
      log.info(
        { login: by, outcome: outcome.ok ? 'ok' : outcome.problem },
        outcome.ok ? 'an owner logged in' : 'a login was refused',
      );
      return outcome;
    },
    newPassword<T extends Outcome>(outcome: T): T {
      log.info(
        { password: outcome.ok ? 'ok' : outcome.problem },
        outcome.ok ? 'a password was set' : 'a new password was refused',
      );
      return outcome;
    },
    form<T extends Outcome>(form: string, outcome: T): T {
      // The name of a form may be anything that somebody sent.
      if (!outcome.ok && SUSPECT.has(outcome.problem ?? ''))
        log.info({ form: form.slice(0, 30), refused: outcome.problem }, 'a form was refused');
      return outcome;
    },
    property<T>(ownerId: string, property: T | null): T | null {
      if (property === null)
        log.info({ owner: ownerId, refused: 'home' }, 'an owner asked for a home of somebody else, or none');
      return property;
    },
  };
}

export type SecurityLog = ReturnType<typeof openSecurityLog>;
