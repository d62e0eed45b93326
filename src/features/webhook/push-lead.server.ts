import type { Site } from '../../content/site/site.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.server.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { DeliveryRefused, isFinalStatus } from '../../platform/outbox/delivery.server.ts';
import type { CrmRequests } from '../crm/crm-connection.ts';
import type { LeadEvent } from './outgoing-event.ts';
import { pushToOmnicasa } from './push-omnicasa.server.ts';
import { pushToSkarabee } from './push-skarabee.server.ts';
import { pushToSweepbright } from './push-sweepbright.server.ts';
import { pushToWhise } from './push-whise.server.ts';
import type { CrmFormat, WebhookTarget } from './webhook-settings.ts';

/** A lead as a CRM gets it. */
export interface PushedLead extends LeadEvent {
  /** Message, further values in words, reference and page: everything that the CRM has no field for. */
  words: string;
  /** ID of its property in this CRM; null when it is about none of its properties. */
  ownId: string | null;
}

const CRMS: Readonly<
  Record<CrmFormat, { keys: readonly string[]; push(lead: PushedLead, crm: CrmRequests): Promise<void> }>
> = {
  whise: { keys: ['WHISE_USERNAME', 'WHISE_PASSWORD'], push: pushToWhise },
  skarabee: { keys: ['SKARABEE_USERNAME', 'SKARABEE_PASSWORD'], push: pushToSkarabee },
  sweepbright: { keys: ['SWEEPBRIGHT_CLIENT_ID', 'SWEEPBRIGHT_CLIENT_SECRET'], push: pushToSweepbright },
  omnicasa: { keys: ['OMNICASA_CUSTOMER', 'OMNICASA_PASSWORD'], push: pushToOmnicasa },
};

export interface LeadPusher {
  site: Site;
  request: GuardedFetch;
  /** The keys of all CRMs by the name of their variable. */
  crmSecrets: Readonly<Record<string, string | undefined>>;
  /** What was entered beyond person and message, in words: label and value. */
  rowsOf(lead: LeadEvent): readonly (readonly [label: string, value: string])[];
}

/** The keys that a CRM needs and that are not set. */
export function missingKeys(format: CrmFormat, secrets: LeadPusher['crmSecrets']): string[] {
  return CRMS[format].keys.filter((name) => !secrets[name]);
}

/**
 * Writes a lead into a CRM as a contact. Throws `DeliveryRefused` when the CRM does not take it; it is then tried
 * again, unless the CRM says what is wrong with the lead.
 */
export async function pushLead(
  lead: LeadEvent,
  { format }: WebhookTarget & { format: CrmFormat },
  signal: AbortSignal,
  { site, request, crmSecrets, rowsOf }: LeadPusher,
): Promise<void> {
  const isOwn = lead.property?.source === format;
  const words = [
    ...(lead.message ? [lead.message, ''] : []),
    ...rowsOf(lead).map(([label, value]) => `${label}: ${value}`),
    ...(lead.property && !isOwn ? [lead.property.reference] : []),
    lead.reference,
    ...(lead.page ? [lead.page] : []),
  ].join('\n');
  const crm: CrmRequests = {
    options: site.settings.import.connections[format] ?? {},
    secret: (name) => crmSecrets[name] ?? '',
    async request(url, init) {
      const response = await request(url, { ...init, redirects: 0, signal });
      const text = await response.text();
      if (response.ok) return text;
      const waitMs = retryAfterMs(response.headers.get('retry-after'));
      const isFinal = isFinalStatus(response.status);
      throw new DeliveryRefused(`${new URL(url).pathname} responded with ${response.status}`, { waitMs, isFinal });
    },
  };
  await CRMS[format].push({ ...lead, words, ownId: isOwn ? lead.property!.sourceId : null }, crm);
}
