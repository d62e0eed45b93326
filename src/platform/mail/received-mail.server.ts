import { createHash } from 'node:crypto';
import { compile } from 'html-to-text';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { normalisedEmailAddress } from '../text/contact-details.ts';

/** Characters of its text that are kept. */
const LONGEST_TEXT = 20_000;
/** A picture of a signature is smaller than this. */
const SMALLEST_PICTURE = 20 * 1024;
/** A Message-ID that is longer is known by its hash. */
const LONGEST_ID = 200;

/** A file of a mail. */
export interface MailFile {
  name: string;
  content: Uint8Array;
}

/** What a mail server says later of a mail that it could not deliver (RFC 3464). */
export interface Bounce {
  /** The Message-ID of the mail, without the angle brackets. */
  messageId: string;
  recipient: string;
  /** The words of the mail server. */
  reason: string;
}

/** A mail that arrived. */
export interface ReceivedMail {
  /** Its Message-ID without the angle brackets; of a mail without one, or a long one, a hash. */
  id: string;
  from: { name: string; address: string };
  /** All addresses that it was sent to, as its headers say. */
  recipients: readonly string[];
  /** The Message-IDs to which it responds, without the angle brackets. */
  references: readonly string[];
  subject: string;
  text: string;
  files: readonly MailFile[];
  /** A program wrote it, such as the response that somebody is away (RFC 3834). */
  isAutomatic: boolean;
  bounces: readonly Bounce[];
  /** It is too large to be read: only its headers are here. */
  isCut?: true;
}

/** Reads a mail from its bytes (RFC 5322 and MIME). Throws when its parts are nested too deep. */
export async function readMail(bytes: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(bytes);
  const from = mailboxesIn([mail.from])[0] ?? { name: '', address: '' };
  return {
    id: idOf(mail, bytes),
    from: { name: from.name.trim().slice(0, 100), address: normalisedEmailAddress(from.address) },
    recipients: recipientsOf(mail),
    references: idsIn(`${mail.inReplyTo ?? ''} ${mail.references ?? ''}`),
    subject: (mail.subject ?? '').slice(0, 300),
    text: textOf(mail).replaceAll('\0', '').trim().slice(0, LONGEST_TEXT),
    files: mail.attachments.filter(isFile).map((one, at) => ({
      name: one.filename ?? `${one.mimeType.split('/')[0]}-${at + 1}`,
      content: bytesOf(one),
    })),
    isAutomatic: isAutomatic(mail),
    bounces: bouncesIn(mail),
  };
}

function idOf({ messageId = '' }: Email, bytes: Uint8Array): string {
  const [id = ''] = idsIn(messageId);
  return id && id.length <= LONGEST_ID
    ? id
    : createHash('sha256')
        .update(messageId || bytes)
        .digest('hex');
}

/** The Message-IDs in a header, without the angle brackets. */
const idsIn = (header: string): string[] => [...header.matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) => id);

const mailboxesIn = (addresses: readonly (Address | undefined)[]) =>
  addresses.flatMap((one) => (one?.group ? one.group : one?.address ? [{ name: one.name, address: one.address }] : []));

/** Headers in which mail servers name the address to which they really delivered. */
const DELIVERED = ['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to', 'x-forwarded-to'];

function recipientsOf({ to = [], cc = [], bcc = [], headers }: Email): string[] {
  const named = mailboxesIn([...to, ...cc, ...bcc]).map(({ address }) => address);
  const delivered = headers
    .filter(({ key }) => DELIVERED.includes(key))
    .flatMap(({ value }) => value.split(/[\s,<>]+/).filter((word) => word.includes('@')));
  return [...new Set([...named, ...delivered].map(normalisedEmailAddress))];
}

const plainOf = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['img', 'script', 'style'].map((selector) => ({ selector, format: 'skip' })),
  ],
});

const textOf = ({ text = '', html = '' }: Email): string =>
  (text.trim() ? text : plainOf(html)).replaceAll('\r\n', '\n').replace(/\n{3,}/g, '\n\n');

/** Whether a part of a mail is a file that somebody sent: reports and pictures of a signature are none. */
const isFile = (one: Attachment): boolean =>
  !/^message\/|^text\/rfc822-headers/.test(one.mimeType) &&
  !(one.related && one.mimeType.startsWith('image/') && bytesOf(one).length < SMALLEST_PICTURE);

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

const headerOf = ({ headers }: Email, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? '';

function isAutomatic(mail: Email): boolean {
  const submitted = headerOf(mail, 'auto-submitted');
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(?:auto_reply|auto-reply|bulk|junk|list)$/.test(headerOf(mail, 'precedence')) ||
    headerOf(mail, 'x-autoreply') !== '' ||
    headerOf(mail, 'x-autorespond') !== '' ||
    headerOf(mail, 'content-type').startsWith('multipart/report') ||
    headerOf(mail, 'return-path') === '<>'
  );
}

/** The mails that a report says can not be delivered; empty for other mails, and where it only says that it waits. */
function bouncesIn(mail: Email): Bounce[] {
  if (!headerOf(mail, 'content-type').startsWith('multipart/report')) return [];
  const partOf = (pattern: RegExp) => {
    const part = mail.attachments.find(({ mimeType }) => pattern.test(mimeType));
    return part ? Buffer.from(bytesOf(part)).toString('utf8') : '';
  };
  const returned = partOf(/^message\/rfc822$|^message\/global$|^text\/rfc822-headers$/);
  const [messageId] = idsIn(/^Message-ID:\s*(.+(?:\n[ \t].+)*)/im.exec(returned)?.[1] ?? '');
  if (!messageId) return [];
  return partOf(/^message\/(?:global-)?delivery-status$/)
    .split(/\r?\n\r?\n/)
    .flatMap((block) => {
      const field = (name: string) =>
        new RegExp(`^${name}:\\s*(?:[^;\\n]*;)?\\s*(.+(?:\\n[ \\t].+)*)`, 'im').exec(block)?.[1]?.replace(/\s+/g, ' ');
      const recipient = field('Original-Recipient') ?? field('Final-Recipient');
      if (!recipient || field('Action')?.toLowerCase() !== 'failed') return [];
      const reason = field('Diagnostic-Code') ?? field('Status') ?? '';
      return [{ messageId, recipient: normalisedEmailAddress(recipient), reason: reason.slice(0, 300) }];
    });
}
