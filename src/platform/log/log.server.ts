import { type Logger, pino } from 'pino';

/** A line of the log as pino writes it. */
interface Entry {
  level: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [fact: string]: unknown;
}

/** From which level on a process logs, and how. */
interface LogSettings {
  logLevel: string;
  logFormat: 'text' | 'json';
}

const WARN = 40;
const OWN_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/**
 * Opens the log of a process: lines of text for people, warnings and errors on standard error, or with
 * `LOG_FORMAT=json` everything as JSON lines on standard output.
 */
export function openLog({ logLevel, logFormat }: LogSettings): Logger {
  if (logFormat === 'json') return pino({ level: logLevel });
  const write = (line: string) => {
    const entry: Entry = JSON.parse(line);
    const stream = entry.level >= WARN ? process.stderr : process.stdout;
    stream.write(`${textOf(entry)}\n`);
  };
  return pino({ level: logLevel }, { write });
}

/** An entry as text: the message, the message of the error, the facts in parentheses. The stack is only in JSON. */
export function textOf(entry: Entry): string {
  const facts = Object.entries(entry)
    .filter(([name]) => !OWN_FIELDS.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? oneLine(value) : JSON.stringify(value)}`);
  const said = [entry.msg, entry.err?.message && oneLine(entry.err.message)].filter(Boolean).join(': ');
  return facts.length > 0 ? `${said} (${facts.join(', ')})`.trimStart() : said;
}

/** A fact on one line, so that no text of a visitor looks like a line of the log. */
const oneLine = (text: string) => {
  const [first = '', ...others] = text.split(/[\p{Cc}\u2028\u2029]+/u);
  return [first.trimEnd(), ...others.map((part) => part.trim())].join(' ');
};

/** The outcome of an attempt: success, or the code of the problem. */
interface Outcome {
  ok: boolean;
  problem?: string;
}

/** Form problems that indicate a robot or too many attempts rather than a typing mistake. */
const SUSPECT = new Set(['robot', 'captcha', 'too-often', 'too-fast', 'expired']);

/**
 * Logs security-relevant events for the system journal. It never logs personal data: no name, no email address, no text
 * of a form.
 */
export function openSecurityLog(log: { info(facts: object, message: string): void }) {
  return {
    login<T extends Outcome>(by: 'password' | 'link' | 'passkey', outcome: T): T {
      log.info(
        { login: by, outcome: outcome.ok ? 'ok' : outcome.problem },
        outcome.ok ? 'an owner logged in' : 'a login was refused',
      );
      return outcome;
    },
    staffLogin<T extends Outcome>(by: 'password' | 'factor' | 'passkey', outcome: T): T {
      log.info(
        { staff: by, outcome: outcome.ok ? 'ok' : outcome.problem },
        outcome.ok ? 'a step of a staff login succeeded' : 'a staff login was refused',
      );
      return outcome;
    },
    /** Somebody opened a page or posted an action of the studio that their role does not allow. */
    studioRefused(staffId: string, what: string): void {
      log.info({ staff: staffId, refused: what.slice(0, 40) }, 'a page or action of the studio was refused');
    },
    newPassword<T extends Outcome>(outcome: T): T {
      log.info(
        { password: outcome.ok ? 'ok' : outcome.problem },
        outcome.ok ? 'a password was set' : 'a new password was refused',
      );
      return outcome;
    },
    form<T extends Outcome>(form: string, outcome: T): T {
      // A visitor can send any text as the name of a form.
      if (!outcome.ok && SUSPECT.has(outcome.problem ?? ''))
        log.info({ form: form.slice(0, 30), refused: outcome.problem }, 'a form was refused');
      return outcome;
    },
    /** Passes on what a link opens; null when its key is invalid or expired, or what it opened is gone. */
    opened<T>(what: 'mailed link' | 'preview' | 'documents' | 'shared list', result: T | null): T | null {
      if (result === null) log.info({ link: what, refused: 'key' }, 'a link was refused');
      return result;
    },
    webhook<T>(isSigned: T): T {
      if (!isSigned) log.info({ refused: 'signature' }, 'a webhook was refused');
      return isSigned;
    },
    foreignPost(): void {
      log.info({ refused: 'origin' }, 'a request from a page of another site was refused');
    },
    property<T>(ownerId: string, property: T | null): T | null {
      if (property === null)
        log.info({ owner: ownerId, refused: 'property' }, 'an owner requested a property of somebody else, or none');
      return property;
    },
  };
}

export type SecurityLog = ReturnType<typeof openSecurityLog>;
