import type { Database } from '../../platform/database/database.server.ts';
import type { OutboxRow } from '../../platform/database/outbox-schema.ts';
import { RefusedRequest } from '../../platform/http/guarded-fetch.server.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { webhookHeaders } from '../../platform/http/webhook-signature.server.ts';
import { DeliveryRefused, isFinalStatus } from '../../platform/outbox/delivery.server.ts';
import type { Delivery } from '../../platform/outbox/outbox.server.ts';
import { CrmProblem } from '../crm/crm-connection.ts';
import type { LeadEvent } from './outgoing-event.ts';
import { type LeadPusher, missingKeys, pushLead } from './push-lead.server.ts';
import { isSwitchedOff, switchOff } from './switched-off.server.ts';
import { type CrmFormat, isCrmFormat, type WebhookTarget } from './webhook-settings.ts';

export interface EventSender extends LeadPusher {
  database: Database;
  /** Secrets and secret URLs by the name of the target. */
  secrets: ReadonlyMap<string, readonly string[]>;
  urls: ReadonlyMap<string, string>;
}

/** Where a target receives its events; null when neither its settings nor WEBHOOK_URLS say it. */
export const urlOfTarget = ({ name, url }: WebhookTarget, urls: EventSender['urls']): string | null =>
  urls.get(name) ?? url ?? null;

/** What a target lacks before anything can be sent to it, as a sentence; null when it lacks nothing. */
export function missingForTarget(
  target: WebhookTarget,
  { secrets, urls, crmSecrets }: Pick<EventSender, 'secrets' | 'urls' | 'crmSecrets'>,
): string | null {
  const { name, format } = target;
  if (isCrmFormat(format)) {
    const [key] = missingKeys(format, crmSecrets);
    return key ? `"${name}" has no key: set ${key}` : null;
  }
  if (!urlOfTarget(target, urls))
    return `"${name}" has no URL: give it one in settings/webhooks.json or as ${name}=https://… in WEBHOOK_URLS`;
  if (format === 'standard' && !secrets.get(name)?.length)
    return `"${name}" has no secret: add ${name}=whsec_… to WEBHOOK_SECRETS`;
  return null;
}

/** Sends the events of the outbox to the targets of the site. */
export function eventDelivery(parts: EventSender): Delivery {
  return {
    queue: 'events',
    noun: 'an event',
    domain: 'event',
    send: (row, signal) => sendEvent(row, signal, parts),
  };
}

/** Sends one event; only a response 2xx counts as taken. */
async function sendEvent(row: OutboxRow, signal: AbortSignal, parts: EventSender): Promise<void> {
  const { database, site, request, secrets, urls } = parts;
  const target = site.settings.webhooks.targets.find(({ name }) => name === row.target);
  if (!target)
    throw new DeliveryRefused(`settings/webhooks.json has no target "${row.target}" any more`, { isFinal: true });
  const missing = missingForTarget(target, parts);
  if (missing) throw new DeliveryRefused(missing);
  if (isCrm(target)) {
    const { data } = JSON.parse(row.text) as { data: LeadEvent };
    return pushLead(data, target, signal, parts).catch(explain);
  }
  const url = urlOfTarget(target, urls)!;
  if (await isSwitchedOff(database, target.name, url))
    throw new DeliveryRefused(`it is switched off: "npm run site -- webhooks on ${target.name}"`, { isFinal: true });
  const body = row.text;
  const proof = webhookHeaders({ id: row.message_id!, body, nowMs: Date.now() }, secrets.get(target.name) ?? []);
  const headers = { 'content-type': 'application/json', ...proof };
  const response = await request(url, { method: 'POST', headers, body, redirects: 0, signal }).catch(explain);
  await response.body?.cancel();
  if (response.ok) return;
  if (response.status === 410) {
    await switchOff(database, site, { name: target.name, url });
    throw new DeliveryRefused('it responded with 410 (gone) and was switched off', { isFinal: true });
  }
  const waitMs = retryAfterMs(response.headers.get('retry-after'));
  throw new DeliveryRefused(`it responded with ${response.status}`, {
    waitMs,
    isFinal: isFinalStatus(response.status),
  });
}

const isCrm = (target: WebhookTarget): target is WebhookTarget & { format: CrmFormat } => isCrmFormat(target.format);

// Without the URL, which may be secret.
function explain(error: unknown): never {
  if (error instanceof DeliveryRefused || error instanceof CrmProblem) throw error;
  if (error instanceof RefusedRequest) throw new DeliveryRefused(error.message);
  const { name, cause, message } = error as Error & { cause?: { code?: string } };
  throw new DeliveryRefused(
    name === 'SyntaxError'
      ? 'its response cannot be read'
      : name === 'TimeoutError'
        ? 'it did not respond in time'
        : `it could not be reached (${cause?.code ?? message})`,
  );
}
