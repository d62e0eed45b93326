import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { forgetMarks } from '../statistics/forget-marks.ts';
import { type AskParts, askFeedback } from './ask-feedback.ts';
import { forgetExpired } from './forget-expired.ts';
import { sendDigests } from './send-digests.ts';

const EVERY_MS = 600_000;

/** Does from time to time what nobody asks for: weekly mails, questions after visits, forgetting who saw what. */
export function startOwnerRounds(parts: AskParts & { database: Database; log: Pick<Logger, 'error'>; wakeOutbox(): void }): {
  close(): Promise<void>;
} {
  const { database, site, log, wakeOutbox } = parts;
  const round = async () => {
    try {
      const asked = site.settings.portal.feedbackMail ? await askFeedback(database, parts) : 0;
      const sent = await sendDigests(database, parts);
      if (asked + sent > 0) wakeOutbox();
      await forgetMarks(database);
      await forgetExpired(database);
    } catch (error) {
      log.error({ code: (error as { code?: string }).code ?? String(error) }, 'a round of the portal failed');
    }
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(round);
  }, EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
