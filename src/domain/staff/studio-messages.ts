import type { LabelKey } from '../../i18n/label-key.ts';

/** What the studio says after an action, by the code in the URL of the page that follows. */
export const STUDIO_DONE = {
  assigned: 'STUDIO_DONE_ASSIGNED',
  noted: 'STUDIO_DONE_NOTED',
  snoozed: 'STUDIO_DONE_SNOOZED',
  handled: 'STUDIO_DONE_HANDLED',
  reopened: 'STUDIO_DONE_REOPENED',
  draft: 'STUDIO_DONE_DRAFT',
  replied: 'STUDIO_DONE_REPLIED',
  sent: 'STUDIO_DONE_SENT',
  undone: 'STUDIO_DONE_UNDONE',
  confirmed: 'STUDIO_DONE_CONFIRMED',
  cancelled: 'STUDIO_DONE_CANCELLED',
  moved: 'STUDIO_DONE_MOVED',
  restored: 'STUDIO_DONE_RESTORED',
  missed: 'STUDIO_DONE_MISSED',
  reported: 'STUDIO_DONE_REPORTED',
  invited: 'STUDIO_DONE_INVITED',
  erased: 'STUDIO_DONE_ERASED',
  saved: 'STUDIO_DONE_SAVED',
  out: 'LOGGED_OUT',
  changed: 'PASSWORD_CHANGED',
} as const satisfies Record<string, LabelKey>;
export type StudioDone = keyof typeof STUDIO_DONE;

/** Why the studio did not do something, by its code. */
export const STUDIO_WRONG = {
  credentials: 'ERROR_LOGIN_CREDENTIALS',
  'too-often': 'LOGIN_LOCKED',
  code: 'STUDIO_WRONG_CODE',
  link: 'LINK_FAILED',
  short: 'PASSWORD_SHORT',
  long: 'PASSWORD_LONG',
  common: 'PASSWORD_COMMON',
  leaked: 'PASSWORD_LEAKED',
  unequal: 'VALIDATION_PASSWORD_MISMATCH',
  clash: 'STUDIO_WRONG_CLASH',
  newer: 'STUDIO_WRONG_NEWER',
  empty: 'STUDIO_WRONG_EMPTY',
  'no-address': 'STUDIO_WRONG_NO_ADDRESS',
  sent: 'STUDIO_WRONG_SENT',
  taken: 'STUDIO_WRONG_TAKEN',
  left: 'STUDIO_WRONG_LEFT',
  over: 'STUDIO_WRONG_OVER',
  choose: 'STUDIO_WRONG_CHOOSE',
  person: 'STUDIO_WRONG_PERSON',
  email: 'VALIDATION_EMAIL',
  name: 'STUDIO_WRONG_NAME',
  language: 'STUDIO_WRONG_UNKNOWN',
  role: 'STUDIO_WRONG_ROLE',
  member: 'STUDIO_WRONG_MEMBER',
  'needs-member': 'STUDIO_WRONG_MEMBER',
  exists: 'STUDIO_WRONG_EXISTS',
  'last-admin': 'STUDIO_WRONG_LAST_ADMIN',
  unknown: 'STUDIO_WRONG_UNKNOWN',
} as const satisfies Record<string, LabelKey>;
export type StudioWrong = keyof typeof STUDIO_WRONG;
