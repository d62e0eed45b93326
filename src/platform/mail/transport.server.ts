import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { writeAtomically } from '../files/write.server.ts';
import { mailboxOf, type OutgoingMail } from './mail.ts';

/** A mail with the IDs that stay the same for all its attempts. */
export interface QueuedMail extends OutgoingMail {
  id: string;
  /** Without the angle brackets. */
  messageId: string;
  createdAt: string;
}

/** Sends mails: by SMTP, or into files when none is set. */
export interface Transport {
  /** The domain of new Message-IDs. */
  domain: string;
  /** Resolves when the mail server has accepted the mail; rejects when it has not, or when that is unknown. */
  send(mail: QueuedMail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

export interface TransportOptions {
  /** smtp://user:password@host:port or smtps://...; left out = files in DATA_DIR/mail/. */
  smtpUrl?: string | undefined;
  /** `Name <email address>` or an email address: the From of every mail. */
  mailFrom: string;
  dataDir: string;
}

const CONNECTIONS = 4;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Opens the transport of mails; throws one plain sentence when MAIL_FROM or SMTP_URL cannot be used. */
export function openTransport({ smtpUrl, mailFrom, dataDir }: TransportOptions): Transport {
  const from = mailboxOf(mailFrom);
  if (!from)
    throw new Error(
      'MAIL_FROM cannot be used: write an email address, or a name and an email address such as "Example ' +
        'Agency <info@agency.example>"',
    );
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const message = (mail: QueuedMail) => messageOf(mail, from);
  return smtpUrl ? { domain, ...openSmtp(smtpUrl, message) } : { domain, ...openFiles(join(dataDir, 'mail'), message) };
}

type Way = Pick<Transport, 'send' | 'close'>;

function openSmtp(url: string, message: (mail: QueuedMail) => SendMailOptions): Way {
  const server = parseConnectionUrl(url);
  const smtp = createTransport({
    // A password is never sent unencrypted, unless the server is on this machine or the URL allows it.
    requireTLS: Boolean(server.auth) && !/^(?:localhost|127\.|\[?::1)/.test(server.host ?? ''),
    ...server,
    pool: true,
    maxConnections: CONNECTIONS,
    // The outbox decides about another attempt; the pool would send again automatically after a lost response.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail, signal) => void (await smtp.sendMail({ ...message(mail), signal })),
    close: () => smtp.close(),
  };
}

function openFiles(folder: string, message: (mail: QueuedMail) => SendMailOptions): Way {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const { message: bytes } = await composer.sendMail(message(mail));
      // Named after the mail: a second attempt replaces the first, and erasing finds it.
      await writeAtomically(join(folder, `${mail.id}.eml`), bytes as Buffer);
    },
    close: () => composer.close(),
  };
}

function messageOf(mail: QueuedMail, from: { name: string; address: string }): SendMailOptions {
  const { to, replyTo, subject, text, html, headers, calendar, messageId, createdAt } = mail;
  return {
    from,
    // As objects, so that their text is never parsed as a list or a name.
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject,
    text,
    ...(html ? { html } : {}),
    ...(calendar ? { icalEvent: { method: calendar.method, content: calendar.content, filename: 'invite.ics' } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    messageId: `<${messageId}>`,
    date: new Date(createdAt),
    xMailer: false,
  };
}
