import type { FormValues } from '../form/form.ts';
import type { Goal } from '../property/property-state.ts';
import type { EventType } from './settings.ts';

/** A person as an event describes them; fields that were not given are null. */
export interface EventPerson {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
}

/** A property as an event describes it. */
export interface EventProperty {
  /** Its number on this site. */
  id: number;
  reference: string;
  /** The CRM it was imported from, and its ID there; null for a property of editors. */
  source: string | null;
  sourceId: string | null;
  /** Null when it is no longer shown. */
  goal: Goal | null;
  url: string | null;
}

/** A form that a visitor sent. */
export interface LeadEvent {
  id: string;
  /** The reference that visitor and agency know. */
  reference: string;
  form: string;
  language: string;
  page: string;
  property: EventProperty | null;
  /** Number of the new-build project. */
  project: number | null;
  person: EventPerson;
  message: string | null;
  /** Everything else that was entered, by the name of its field. */
  fields: FormValues;
  consent: { version: string; newsletter: boolean };
  campaign: Readonly<Record<string, string>>;
}

/** A viewing; moments in UTC. */
export interface ViewingEvent {
  id: string;
  /** The reference of its lead. */
  reference: string | null;
  state: 'requested' | 'confirmed' | 'cancelled' | 'done';
  startsAt: string;
  endsAt: string;
  agent: string;
  language: string;
  property: EventProperty;
  person: EventPerson;
}

/** A search that a visitor confirmed: they want to hear of new properties. */
export interface SearchEvent {
  id: string;
  reference: string | null;
  language: string;
  frequency: string;
  person: EventPerson;
  /** What was entered in the form, by the name of its field. */
  criteria: LeadEvent['fields'];
}

/** A document that somebody opened by a personal link. */
export interface OpeningEvent {
  id: string;
  reference: string;
  document: string;
  property: EventProperty;
  person: EventPerson;
}

/** A person whose data was erased: the IDs under which a system may know them, and no data of the person. */
export interface ErasureEvent {
  references: readonly string[];
  viewings: readonly string[];
  searches: readonly string[];
}

/** An event for other systems. */
export interface OutgoingEvent {
  type: EventType;
  /** When it happened, ISO 8601 in UTC. */
  timestamp: string;
  data: LeadEvent | ViewingEvent | SearchEvent | OpeningEvent | ErasureEvent;
}

/**
 * The body of an event: nested as Standard Webhooks describes, or with all values on one level for systems that map
 * field by field.
 * @example bodyOf({ type: 'lead.created', timestamp, data: { person: { firstName: 'An' } } }, 'flat')
 * // '{"event":"lead.created","created_at":"…","first_name":"An"}'
 */
export function bodyOf({ type, timestamp, data }: OutgoingEvent, format: 'standard' | 'flat'): string {
  if (format === 'standard') return JSON.stringify({ type, timestamp, data });
  // Systems that map field by field need the same fields in each event.
  const whole = 'property' in data ? { ...data, property: data.property ?? NO_PROPERTY } : data;
  return JSON.stringify({ event: type, created_at: timestamp, ...Object.fromEntries(flatEntries(whole)) });
}

const NO_PROPERTY: Record<keyof EventProperty, null> = {
  ...{ id: null, reference: null, source: null, sourceId: null, goal: null, url: null },
};

/** Groups whose fields need no prefix. */
const PLAIN_GROUPS: ReadonlySet<string> = new Set(['person', 'campaign']);

function flatEntries(value: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, entry]) => {
    const name = `${prefix}${snakeCase(key)}`;
    if (Array.isArray(entry)) return [[name, entry.join(', ')]];
    if (entry === null || typeof entry !== 'object') return [[name, entry ?? '']];
    return flatEntries(entry, PLAIN_GROUPS.has(key) ? prefix : `${name}_`);
  });
}

/** @example snakeCase('sourceId') // 'source_id' */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
