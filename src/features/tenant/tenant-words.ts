import type { LabelKey } from '../../i18n/label-key.ts';
import type { TenantField, TenantProof } from './tenant-stages.ts';

/** What the fields of a file are called. */
export const TENANT_FIELD_LABELS: Readonly<Record<TenantField, LabelKey>> = {
  netIncome: 'TENANT_NET_INCOME',
  persons: 'TENANT_PERSONS_ASKED',
  address: 'ADDRESS',
  birthDate: 'TENANT_BIRTH_DATE',
  birthPlace: 'TENANT_BIRTH_PLACE',
  civilStatus: 'TENANT_CIVIL_STATUS',
};

/** What the states of a file are called. */
export const TENANT_STATE_LABELS = {
  asked: 'TENANT_STATE_ASKED',
  sent: 'TENANT_STATE_SENT',
  chosen: 'TENANT_STATE_CHOSEN',
  declined: 'TENANT_STATE_DECLINED',
} as const satisfies Record<string, LabelKey>;

/** What the proofs of a file are called. */
export const TENANT_PROOF_LABELS: Readonly<Record<TenantProof, LabelKey>> = {
  income: 'TENANT_PROOF_INCOME',
  rent: 'TENANT_PROOF_RENT',
};

/** The choices of the civil status. */
export const CIVIL_STATUS_LABELS = {
  single: 'CIVIL_SINGLE',
  cohabiting: 'CIVIL_COHABITING',
  married: 'CIVIL_MARRIED',
  divorced: 'CIVIL_DIVORCED',
  widowed: 'CIVIL_WIDOWED',
} as const satisfies Record<string, LabelKey>;
