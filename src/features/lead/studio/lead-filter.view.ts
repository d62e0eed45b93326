import type { LeadState, WorkFilter } from '../lead-list.server.ts';

const STATES: readonly LeadState[] = ['open', 'snoozed', 'handled', 'all'];
const DAY_MS = 86_400_000;
/** Ages that can be chosen, in days. */
export const AGES = ['1', '7', '30'] as const;

/** The filter in the address of the list of leads; what cannot be read does not count. */
export function leadFilterOf(query: URLSearchParams, nowMs = Date.now()): WorkFilter {
  const text = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined;
  const age = AGES.find((one) => one === query.get('age'));
  return {
    state: STATES.find((state) => state === query.get('state')) ?? 'open',
    form: text('form'),
    property: text('property'),
    assigned: text('assigned'),
    source: text('source'),
    text: text('q'),
    before: text('before'),
    since: age ? new Date(nowMs - Number(age) * DAY_MS).toISOString() : undefined,
  };
}
