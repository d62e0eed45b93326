import type { ViewingRow } from '../../src/platform/database/schema.ts';

/** A viewing that has taken place, of the visitor with this email address. */
export const sampleViewing = (email: string, ends_at = '2026-11-24T09:00:00.000Z'): ViewingRow => ({
  id: `viewing-${ends_at}`,
  lead_id: null,
  property_id: '1',
  agent_id: 'nele',
  starts_at: ends_at,
  ends_at,
  state: 'done',
  language: 'nl',
  name: 'Margriet',
  email: email.toLowerCase(),
  phone: null,
  held_until: null,
  reminded_at: null,
  sequence: 0,
  created_at: ends_at,
});
