import type { OutgoingMail } from './outgoing-mail.ts';

/** A mail with what it keeps for ever, however often it is tried. */
export interface StampedMail extends OutgoingMail {
  id: string;
  /** Without the angle brackets. */
  messageId: string;
  createdAt: string;
}

/** The way out: SMTP, or files when none is set. */
export interface Transport {
  /** Right half of the Message-IDs made from now on. */
  domain: string;
  /** Resolves when the other side has taken the mail over; rejects when it has not, or when that is unknown. */
  send(mail: StampedMail, signal?: AbortSignal): Promise<void>;
  close(): void;
}
