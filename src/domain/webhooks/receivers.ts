import { formNamed } from '../forms/forms.ts';
import type { Processing } from '../processings.ts';
import type { EventType, WebhookTarget } from '../settings/webhook-settings.ts';

/** The events that carry data of these tables. */
const EVENTS_OF_TABLES: Readonly<Record<string, readonly EventType[]>> = {
  viewings: ['viewing.booked', 'viewing.changed', 'viewing.cancelled'],
  saved_searches: ['search.confirmed'],
  document_openings: ['document.opened'],
};

/** The webhook targets that receive data of a processing. */
export function receiversOf({ forms = [], tables }: Processing, targets: readonly WebhookTarget[]): WebhookTarget[] {
  const sent = new Set<EventType>(tables.flatMap((table) => EVENTS_OF_TABLES[table] ?? []));
  if (forms.some((name) => !formNamed(name)?.staysHere)) sent.add('lead.created');
  return targets.filter(({ events }) => events.some((type) => sent.has(type)));
}
