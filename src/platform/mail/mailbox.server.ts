import { MOST_MAIL_BYTES } from './mail.ts';

/** How far a mailbox was read: its UIDVALIDITY, and the UID of the last mail (RFC 3501, 2.3.1.1). */
export interface MailboxPlace {
  validity: string;
  uid: number;
}

/** What is done with the mails of a mailbox. */
export interface MailReader {
  /** How far it was read; null for the first time, when only mails from now on count. */
  from: MailboxPlace | null;
  /** Whether a mail is read whole, by its headers. */
  wants(headers: Uint8Array): Promise<boolean>;
  /** Receives the bytes of a mail; when it fails, this mail is read again next time. */
  take(bytes: Uint8Array): Promise<void>;
  /** Receives a mail that is larger than `MOST_MAIL_BYTES`, by its headers. */
  refuse(headers: Uint8Array): Promise<void>;
  /** Is called after each mail. */
  reached(place: MailboxPlace): Promise<void>;
}

const PATIENCE_MS = 20_000;
/** After another UIDVALIDITY the mails of so many days are looked at again. */
const DAYS_BACK = 2;
const DAY_MS = 86_400_000;

/** A name of this machine: there a password may be sent unencrypted. */
const LOCAL = /^(?:localhost|127\.|\[?::1)/;

/** Logs in to a mailbox by its URL and hands it to `work`; nothing in it is changed, no mail is marked as read. */
async function inMailbox<T>(url: string, work: (client: import('imapflow').ImapFlow) => Promise<T>): Promise<T> {
  // Only a site that reads a mailbox loads it.
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // A password is never sent unencrypted, unless the server is this machine.
    ...(!secure && { doSTARTTLS: !LOCAL.test(hostname) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    maxLiteralSize: MOST_MAIL_BYTES + 1024,
    disableAutoIdle: true,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  // Errors of the connection reject what waits for it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX', { readOnly: true });
    return await work(client);
  } finally {
    await client.logout().catch(() => {});
    client.close();
  }
}

/** Whether a mailbox can be opened; rejects with the words of the server when it can not. */
export const tryMailbox = (url: string): Promise<void> => inMailbox(url, async () => {});

/** Reads the mails that came to a mailbox since it was read last, oldest first. */
export function readMailbox(url: string, reader: MailReader): Promise<void> {
  return inMailbox(url, async (client) => {
    const { mailbox } = client;
    if (!mailbox) throw new Error('the mailbox is not open');
    const validity = String(mailbox.uidValidity);
    const { from } = reader;
    if (!from) return reader.reached({ validity, uid: mailbox.uidNext - 1 });
    const isSame = from.validity === validity;
    if (isSame && mailbox.uidNext <= from.uid + 1) return;
    const wanted = isSame ? { uid: `${from.uid + 1}:*` } : { since: new Date(Date.now() - DAYS_BACK * DAY_MS) };
    const found = (await client.search(wanted, { uid: true })) || [];
    // "5:*" also names the last mail of a mailbox that ends before it.
    const uids = found.filter((uid) => !isSame || uid > from.uid).sort((a, b) => a - b);
    for (const uid of uids) {
      const head = await client.fetchOne(String(uid), { headers: true, size: true }, { uid: true });
      if (head !== false && head.headers && (await reader.wants(head.headers))) {
        const isLarge = (head.size ?? 0) > MOST_MAIL_BYTES;
        const mail = isLarge ? false : await client.fetchOne(String(uid), { source: true }, { uid: true });
        if (mail !== false && mail.source) await reader.take(mail.source);
        else await reader.refuse(head.headers);
      }
      await reader.reached({ validity, uid });
    }
  });
}
