import type { Database } from '../../src/platform/database/database.server.ts';
import type { OutgoingMail } from '../../src/platform/mail/mail.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { enqueue, mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { type OutboxOptions, startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { type Engine, openStorage } from './storage.ts';

/** The agency that sends in the tests of the outbox. */
export const FROM = 'Kantoor Proefhof <info@kantoorproefhof.example>';

/** Opens an empty database of an engine, and a way to start the outbox on it. */
export const openOutbox =
  (engine: Engine) =>
  async ({ smtpUrl, ...more }: { smtpUrl: string } & Partial<OutboxOptions>) => {
    const { database, options } = await openStorage(engine);
    const complaints: object[] = [];
    const log = { warn: (facts: object) => complaints.push(facts), error: (facts: object) => complaints.push(facts) };
    const transport = openTransport({ smtpUrl, mailFrom: FROM, dataDir: options.dataDir });
    const start = (own: Partial<OutboxOptions> = {}) =>
      startOutbox({
        ...{ database, delivery: mailDelivery(transport), baseMs: 30, maxMs: 100, pollMs: 50, log },
        ...more,
        ...own,
      });
    return { database, options, complaints, start, transport };
  };

/** A mail to somebody. */
export function mailTo(to: string, more: Partial<OutgoingMail> = {}): OutgoingMail {
  return { kind: 'receipt', to, subject: 'Uw aanvraag', text: 'Dank u', ...more };
}

/** Puts mails into the outbox and gives their IDs. */
export function put(database: Database, ...mails: OutgoingMail[]): Promise<string[]> {
  return database.transaction((transaction) => enqueue(transaction, mails));
}
