import { createHash } from 'node:crypto';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { OutboxRow } from '../../platform/database/schema.ts';
import { RefusedRequest } from '../../platform/http/guarded-fetch.server.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { webhookHeaders } from '../../platform/http/signatures.server.ts';
import { failureOf } from '../../platform/log/error-facts.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { type Delivery, DeliveryRefused, isFinalStatus } from '../../platform/outbox/outbox.server.ts';
import { present } from '../../platform/values/values.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { CrmProblem } from '../crm/crm.ts';
import type { LeadEvent } from './outgoing-event.ts';
import { type LeadPusher, missingKeys, pushLead } from './push-lead.server.ts';
import { type CrmFormat, isCrmFormat, type WebhookTarget } from './settings.ts';

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

/** Whether a target responded earlier that it is gone; with another URL it is on again. */
export async function isSwitchedOff({ db }: Database, name: string, url: string): Promise<boolean> {
  const row = await db.selectFrom('webhook_targets').select('url_hash').where('target', '=', name).executeTakeFirst();
  return row?.url_hash === hashOf(url);
}

/** Switches a target off and mails it to the agency, once however many events it refuses. */
export async function switchOff(database: Database, site: Site, target: { name: string; url: string }): Promise<void> {
  const { name, url } = target;
  const url_hash = hashOf(url);
  await database.transaction(async (transaction) => {
    await transaction
      .deleteFrom('webhook_targets')
      .where('target', '=', name)
      .where('url_hash', '!=', url_hash)
      .execute();
    const switched = await transaction
      .insertInto('webhook_targets')
      .values({ target: name, url_hash, switched_off_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('target')
      .execute();
    if (switched.length === 0) return;
    const language = site.defaultLanguage;
    const t = labelsIn(language);
    const mail = agencyMail(site, {
      kind: 'webhook-off',
      to: site.settings.checks.failureMailTo ?? agencyAddress(site),
      language,
      subject: t('WEBHOOK_OFF', { name }),
      paragraphs: [t('WEBHOOK_OFF_TEXT', { name }), t('WEBHOOK_OFF_HELP', { name })],
      reason: t('WEBHOOK_OFF_WHY'),
    });
    await enqueue(transaction, [mail]);
  });
}

/** Switches a target on again; false when it was not off. */
export async function switchOn({ db }: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook_targets').where('target', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

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
  const url = present(urlOfTarget(target, urls), `the URL of ${target.name}`);
  if (await isSwitchedOff(database, target.name, url))
    throw new DeliveryRefused(`it is switched off: "npm run site -- webhooks on ${target.name}"`, { isFinal: true });
  const body = row.text;
  const proof = webhookHeaders(
    { id: present(row.message_id, 'message_id'), body, nowMs: Date.now() },
    secrets.get(target.name) ?? [],
  );
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
  const name = error instanceof Error ? error.name : '';
  throw new DeliveryRefused(
    name === 'SyntaxError'
      ? 'its response cannot be read'
      : name === 'TimeoutError'
        ? 'it did not respond in time'
        : `it could not be reached (${failureOf(error)})`,
  );
}
