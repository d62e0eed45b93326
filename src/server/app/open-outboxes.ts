import type { Logger } from 'pino';
import { formNamed } from '../../domain/forms/forms.ts';
import type { LeadEvent } from '../../domain/webhooks/outgoing-event.ts';
import { agencyAddresses } from '../catalogue/site/agency-mail.ts';
import type { Site } from '../catalogue/site/site.ts';
import type { Database } from '../platform/database/database.ts';
import type { Environment } from '../platform/environment/environment.ts';
import { openGuardedFetch } from '../platform/http/guarded-fetch.ts';
import type { Transport } from '../platform/mail/transport.ts';
import { mailDelivery } from '../platform/outbox/mail-queue.ts';
import { startOutbox } from '../platform/outbox/outbox.ts';
import { valueRows } from '../services/leads/lead-rows.ts';
import { eventDelivery } from '../services/webhooks/send-event.ts';

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
