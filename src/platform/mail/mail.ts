import { isEmailAddress } from '../text/contact-details.ts';

/** The largest mail that is read, in bytes; a mail server of today takes about so much. */
export const MOST_MAIL_BYTES = 26 * 1024 * 1024;

/** A mail that some part of the site wants to send; From and Message-ID are added later. */
export interface OutgoingMail {
  /** Its kind, for lists and logs, such as `contact-me-agency`. */
  kind: string;
  /** One plain email address. */
  to: string;
  /** One plain email address, usually the visitor's. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** Additional headers, such as List-Unsubscribe; headers that decide where a mail goes are refused. */
  headers?: Readonly<Record<string, string>>;
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string };
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,70}$/;
// These headers define where a mail goes, who sent it and how it is built: only the transport sets them.
const RESERVED = new RegExp(
  '^(?:from|sender|to|cc|bcc|subject|date|reply-to|return-path|message-id|mime-version|received|' +
    'dkim-signature|resent-.*|content-.*)$',
  'i',
);
const LONGEST_LINE = 900;

/**
 * Makes a mail safe: every header value is on one line and cannot begin another header; `problem` says why the mail can
 * never be sent, in a sentence for the operator.
 */
export function safeMail(mail: OutgoingMail): { mail: OutgoingMail; problem: string | null } {
  const { to, replyTo, headers = {} } = mail;
  const usable = Object.entries(headers).filter(([name]) => HEADER_NAME.test(name) && !RESERVED.test(name));
  const safe: OutgoingMail = {
    ...mail,
    kind: oneLine(mail.kind),
    to: oneLine(to),
    subject: oneLine(mail.subject),
    text: withoutNull(mail.text),
    headers: Object.fromEntries(usable.map(([name, value]) => [name, oneLine(value)])),
  };
  if (mail.html !== undefined) safe.html = withoutNull(mail.html);
  // Without it a reply goes to the agency's own address, which is better than losing the mail.
  if (replyTo === undefined || !isEmailAddress(replyTo)) delete safe.replyTo;
  return { mail: safe, problem: isEmailAddress(to) ? null : 'No mail can be sent to this email address' };
}

function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_LINE);
}

// PostgreSQL refuses a null byte in a text.
function withoutNull(value: string): string {
  return value.replaceAll('\0', '');
}

/** A name and an email address, as in a From header. */
interface Mailbox {
  name: string;
  address: string;
}

/**
 * Parses a mailbox; null when the text is not one.
 * @example mailboxOf('Example Agency <info@example.com>') // { name: 'Example Agency', address: 'info@example.com' }
 */
export function mailboxOf(text: string): Mailbox | null {
  const [, quoted = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const box = address ? { name: quoted.trim().replace(/^"(.*)"$/, '$1'), address } : { name: '', address: text.trim() };
  return isEmailAddress(box.address) ? box : null;
}
