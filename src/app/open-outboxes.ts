import type { Logger } from 'pino';
import type { Site } from '../content/site/site.ts';
import { agencyAddresses } from '../features/agency/agency-mail.server.ts';
import { formNamed } from '../features/lead/forms.ts';
import { valueRows } from '../features/lead/lead-rows.server.ts';
import type { LeadEvent } from '../features/webhook/outgoing-event.ts';
import { eventDelivery } from '../features/webhook/send-event.server.ts';
import type { Database } from '../platform/database/database.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { openGuardedFetch } from '../platform/http/guarded-fetch.server.ts';
import type { Transport } from '../platform/mail/transport.server.ts';
import { mailDelivery } from '../platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../platform/outbox/outbox.server.ts';

interface Parts {
  database: Database;
  site: Site;
  transport: Transport;
  settings: Environment;
  log: Logger;
}

/** Events sent at once, and how long one attempt may last: a target that does not respond must not hold up others. */
const EVENTS = { concurrency: 8, tryMs: 20_000 };

/** Starts to send the mails, and the events for webhook targets. */
export function openOutboxes({ database, site, transport, settings, log }: Parts) {
  const delays = { baseMs: settings.outboxRetryBaseMs, maxMs: settings.outboxRetryMaxMs };
  const request = openGuardedFetch(settings.outgoingRequests);
  const sender = {
    ...{ database, site, request, secrets: settings.webhookSecrets, urls: settings.webhookUrls },
    crmSecrets: settings.crmSecrets,
    rowsOf: ({ form, fields }: LeadEvent) => valueRows(formNamed(form)!, fields, site, site.defaultLanguage),
  };
  const isOwn = (address: string) => agencyAddresses(site).has(address.toLowerCase());
  const mails = startOutbox({ database, delivery: mailDelivery(transport, isOwn), ...delays, log });
  const events = startOutbox({ database, delivery: eventDelivery(sender), ...delays, log, ...EVENTS });
  return {
    wake() {
      mails.wake();
      events.wake();
    },
    /** Finishes what is being sent, as `stop` of an outbox says. */
    async stop() {
      await Promise.all([mails.stop(), events.stop()]);
      await request.close();
    },
  };
}
