import { type Language, type Localized, localized } from '../../i18n/languages.ts';
import { FORMS } from '../lead/forms.ts';
import type { Processing } from '../privacy/processing-activities.ts';
import type { EventType, WebhookTarget } from './settings.ts';

/** The events that carry data of these tables. */
const EVENTS_OF_TABLES: Readonly<Record<string, readonly EventType[]>> = {
  viewings: ['viewing.booked', 'viewing.changed', 'viewing.cancelled'],
  saved_searches: ['search.confirmed'],
  document_openings: ['document.opened'],
};

/** The webhook targets that receive data of a processing. */
export function receiversOf({ name, tables }: Processing, targets: readonly WebhookTarget[]): WebhookTarget[] {
  const sent = new Set<EventType>(tables.flatMap((table) => EVENTS_OF_TABLES[table] ?? []));
  if (FORMS.some(({ purpose, staysHere }) => purpose === name && !staysHere)) sent.add('lead.created');
  return targets.filter(({ events }) => events.some((type) => sent.has(type)));
}

/**
 * Who receives the data of a target, as the privacy statement of a language names it. A legal text never loses a
 * recipient: without words in the language it has those of another one, or the name of the target.
 * @example recipientIn({ name: 'crm', recipient: { nl: 'Het pakket' } }, 'fr') // 'Het pakket'
 */
export function recipientIn({ name, recipient }: { name: string; recipient: Localized }, language: Language): string {
  const own = localized(recipient, language).trim();
  return own || (Object.values(recipient).find((words) => words.trim() !== '') ?? name);
}
