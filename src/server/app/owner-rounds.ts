import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { forgetExpired } from '../services/owners/auth/sessions.ts';
import { type AskParts, askFeedback } from '../services/owners/portal/ask-feedback.ts';
import { sendDigests } from '../services/owners/portal/weekly-mails.ts';
import { forgetMarks } from '../services/statistics/store-views.ts';

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
