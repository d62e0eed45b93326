import type { LabelKey } from '../../../i18n/label-key.ts';
import type { OwnerRole, PropertyEntryRow } from '../../../platform/database/owner-schema.ts';
import { keysOf } from '../../../platform/values/values.ts';

/** What somebody is for a property, with its label. */
export const OWNER_ROLE_LABELS = {
  owner: 'OWNER_ROLE_OWNER',
  'co-owner': 'OWNER_ROLE_CO_OWNER',
  representative: 'OWNER_ROLE_REPRESENTATIVE',
} as const satisfies Readonly<Record<OwnerRole, LabelKey>>;
export const OWNER_ROLES = keysOf(OWNER_ROLE_LABELS);

/** What staff note about a mandate: its label, and the list of the owner portal in which it stands. */
export const CONTACTS = {
  call: { label: 'CONTACT_CALL', list: 'communication' },
  meeting: { label: 'CONTACT_MEETING', list: 'communication' },
  letter: { label: 'CONTACT_LETTER', list: 'communication' },
  portal: { label: 'CONTACT_PORTAL', list: 'media' },
  press: { label: 'CONTACT_PRESS', list: 'appearance' },
  note: { label: 'CONTACT_NOTE', list: 'note' },
} as const satisfies Readonly<Record<string, { label: LabelKey; list: PropertyEntryRow['kind'] }>>;
export type ContactKind = keyof typeof CONTACTS;
export const CONTACT_KINDS = keysOf(CONTACTS);
