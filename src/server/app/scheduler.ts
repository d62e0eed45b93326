import type { Logger } from 'pino';
import { matchEvents } from '../services/alerts/match-events.ts';
import { sendAlerts } from '../services/alerts/send-alerts.ts';
import { recordCatalogue } from '../services/property-history/record-catalogue.ts';
import type { ViewingContext } from '../services/viewings/change-viewing.ts';
import { remindOfViewings } from '../services/viewings/viewing-reminders.ts';

const EVERY_MS = 60_000;

interface Parts extends ViewingContext {
  wakeOutbox(): void;
  log: Pick<Logger, 'error' | 'info'>;
}

/**
 * Does what time brings, at once and then every minute: notes what happened to homes since the last catalogue, tells
 * seekers, reminds visitors. Each step is done whole or again, so a fall or a second process changes nothing.
 */
export function startScheduler(parts: Parts): { stop(): Promise<void> } {
  const { database, site, log } = parts;
  let recorded = false;
  let stopping = false;

  async function round(): Promise<void> {
    if (!recorded) {
      const news = await recordCatalogue(database, site.listings);
      recorded = true;
      if (news && !news.first) log.info({ events: news.events.length }, 'the catalogue has changed');
    }
    await matchEvents(database, site.listing, site.settings.alerts);
    const sent = await sendAlerts(parts);
    const reminded = await remindOfViewings(parts);
    if (sent + reminded > 0) parts.wakeOutbox();
  }

  let running: Promise<void> = Promise.resolve();
  const turn = () => {
    running = running.then(async () => {
      if (stopping) return;
      await round().catch((error: unknown) =>
        log.error({ problem: String(error) }, 'alerts and reminders could not be seen to; they are tried again in a minute'),
      );
    });
  };
  turn();
  const timer = setInterval(turn, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
