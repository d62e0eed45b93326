import type { LabelKey } from '../../i18n/label-key.ts';
import { isKeyOf } from '../../platform/values/values.ts';

/** A kind of line of the audit: its sentence with the places `who` and `subject`, and what the subject is. */
export interface AuditAction {
  sentence: LabelKey;
  /** `lead`: a reference; `viewing`: an ID; `person`, `account`: an email address. */
  about: 'lead' | 'viewing' | 'person' | 'account' | 'none';
}

const on = (about: AuditAction['about'], sentence: LabelKey): AuditAction => ({ sentence, about });

/** Every kind of line of the audit that has a sentence; the filter of the audit offers them in this order. */
export const AUDIT_ACTIONS = {
  login: on('none', 'AUDIT_LOGIN'),
  'login-refused': on('account', 'AUDIT_LOGIN_REFUSED'),
  'code-refused': on('account', 'AUDIT_CODE_REFUSED'),
  logout: on('none', 'AUDIT_LOGOUT'),
  'session-end': on('none', 'AUDIT_SESSION_END'),
  'factor-set-up': on('none', 'AUDIT_FACTOR_SET_UP'),
  'passkey-added': on('none', 'AUDIT_PASSKEY_ADDED'),
  'passkey-remove': on('none', 'AUDIT_PASSKEY_REMOVED'),
  'account-profile': on('none', 'AUDIT_PROFILE'),
  'account-password': on('none', 'AUDIT_PASSWORD'),
  'password-link': on('account', 'AUDIT_PASSWORD_LINK'),
  'account-codes': on('none', 'AUDIT_CODES'),
  'lead-add': on('lead', 'AUDIT_LEAD_ADD'),
  'lead-erase': on('none', 'AUDIT_LEAD_ERASE'),
  'lead-read': on('lead', 'AUDIT_LEAD_READ'),
  'lead-file': on('lead', 'AUDIT_LEAD_FILE'),
  'lead-reply': on('lead', 'AUDIT_LEAD_REPLY'),
  'lead-undo': on('lead', 'AUDIT_LEAD_UNDO'),
  'lead-assign': on('lead', 'AUDIT_LEAD_ASSIGN'),
  'lead-approve': on('lead', 'AUDIT_LEAD_APPROVE'),
  'lead-handled': on('lead', 'AUDIT_LEAD_HANDLED'),
  'lead-reopen': on('lead', 'AUDIT_LEAD_REOPEN'),
  'offer-undo': on('lead', 'AUDIT_OFFER_UNDO'),
  'offer-decide': on('lead', 'AUDIT_OFFER_DECIDE'),
  'leads-export': on('none', 'AUDIT_LEADS_EXPORT'),
  'viewing-confirm': on('viewing', 'AUDIT_VIEWING_CONFIRM'),
  'viewing-move': on('viewing', 'AUDIT_VIEWING_MOVE'),
  'viewing-cancel': on('viewing', 'AUDIT_VIEWING_CANCEL'),
  'viewing-missed': on('viewing', 'AUDIT_VIEWING_MISSED'),
  'viewing-report': on('viewing', 'AUDIT_VIEWING_REPORT'),
  'viewing-undo': on('viewing', 'AUDIT_VIEWING_UNDO'),
  'tenant-ask': on('viewing', 'AUDIT_TENANT_ASK'),
  'tenant-read': on('viewing', 'AUDIT_TENANT_READ'),
  'tenant-document': on('viewing', 'AUDIT_TENANT_DOCUMENT'),
  'tenant-decide': on('viewing', 'AUDIT_TENANT_DECIDE'),
  'person-read': on('person', 'AUDIT_PERSON_READ'),
  'person-export': on('person', 'AUDIT_PERSON_EXPORT'),
  'person-merge': on('person', 'AUDIT_PERSON_MERGE'),
  'person-split': on('person', 'AUDIT_PERSON_SPLIT'),
  'person-erase': on('none', 'AUDIT_PERSON_ERASE'),
  'mandate-note': on('none', 'AUDIT_MANDATE_NOTE'),
  'mandate-note-remove': on('none', 'AUDIT_MANDATE_NOTE_REMOVE'),
  'owner-add': on('person', 'AUDIT_OWNER_ADD'),
  'owner-change': on('person', 'AUDIT_OWNER_CHANGE'),
  'owner-remove': on('person', 'AUDIT_OWNER_REMOVE'),
  'owner-invite': on('person', 'AUDIT_OWNER_INVITE'),
  'owner-document': on('none', 'AUDIT_OWNER_DOCUMENT'),
  'owner-seen': on('person', 'AUDIT_OWNER_SEEN'),
  'import-confirm': on('none', 'AUDIT_IMPORT_CONFIRM'),
  publish: on('none', 'AUDIT_PUBLISH'),
  'publish-rollback': on('none', 'AUDIT_PUBLISH_ROLLBACK'),
  'staff-add': on('account', 'AUDIT_STAFF_ADD'),
  'staff-role': on('account', 'AUDIT_STAFF_ROLE'),
  'staff-hand-over': on('account', 'AUDIT_STAFF_HAND_OVER'),
  'account-away': on('account', 'AUDIT_STAFF_AWAY'),
  'staff-disable': on('account', 'AUDIT_STAFF_DISABLE'),
  'staff-enable': on('account', 'AUDIT_STAFF_ENABLE'),
  'staff-reset': on('account', 'AUDIT_STAFF_RESET'),
  'audit-export': on('none', 'AUDIT_AUDIT_EXPORT'),
} as const satisfies Record<string, AuditAction>;

/** The kind of a line; null for one that has no sentence. */
export const auditAction = (action: string): AuditAction | null =>
  isKeyOf(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action] : null;
