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
    const entry = JSON.parse(line) as Entry;
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
