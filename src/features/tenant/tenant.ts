import * as z from 'zod';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { TenantDocumentRow, TenantFileRow } from '../../platform/database/owner-schema.ts';
import { documentFormBytes } from '../../platform/media/upload.ts';
import { amountIn } from '../../platform/text/figures.ts';
import type { Region } from '../place/region.ts';

/** When a candidate tenant is asked: after the viewing, and again once the owner has chosen. */
export type TenantStage = TenantFileRow['stage'];

/** What a candidate tenant can be asked; amounts in euros a month. */
export const TENANT_FIELDS = ['netIncome', 'persons', 'address', 'birthDate', 'birthPlace', 'civilStatus'] as const;
export type TenantField = (typeof TENANT_FIELDS)[number];

/** What a candidate tenant can be asked to prove. */
export type TenantProof = TenantDocumentRow['kind'];
export const TENANT_PROOFS = ['income', 'rent'] as const satisfies readonly TenantProof[];

/** The largest body that any page reads: a candidate tenant sends a document of each kind at once. */
export const LARGEST_FORM_BYTES = documentFormBytes(TENANT_PROOFS.length);

/** What the law allows to be asked in one stage, and where that stands. */
export interface AllowedQuestions {
  fields: readonly TenantField[];
  proofs: readonly TenantProof[];
  /** The law that allows them. */
  source: LabelKey;
}

/**
 * What may be asked by region and stage. Never: the origin of an income, nationality, health, belief, or the number in
 * the national register (anti-discrimination acts of 10 May 2007).
 */
const ALLOWED: Readonly<Record<Region, Readonly<Record<TenantStage, AllowedQuestions>>>> = {
  flanders: {
    candidate: {
      fields: ['netIncome', 'persons'],
      proofs: ['income'],
      source: 'TENANT_LAW_FLANDERS',
    },
    contract: {
      fields: ['address', 'birthDate', 'birthPlace', 'civilStatus'],
      proofs: [],
      source: 'TENANT_LAW_FLANDERS_CONTRACT',
    },
  },
  brussels: {
    candidate: {
      fields: ['netIncome', 'persons'],
      proofs: ['income'],
      source: 'TENANT_LAW_BRUSSELS',
    },
    contract: {
      fields: ['address', 'birthDate', 'birthPlace', 'civilStatus'],
      proofs: [],
      source: 'TENANT_LAW_BRUSSELS_CONTRACT',
    },
  },
  wallonia: {
    candidate: {
      fields: ['netIncome', 'persons', 'address', 'birthDate', 'civilStatus'],
      proofs: ['income', 'rent'],
      source: 'TENANT_LAW_WALLONIA',
    },
    contract: { fields: ['birthPlace'], proofs: [], source: 'TENANT_LAW_WALLONIA_CONTRACT' },
  },
};

/** What may be asked in a stage in a region. */
export const allowedQuestions = (region: Region, stage: TenantStage): AllowedQuestions => ALLOWED[region][stage];

/** How many times the rent the income is, to one decimal; null when one of them is not known. */
export const incomeInRents = (netIncome: number | null, rent: number | null): number | null =>
  netIncome && rent ? Math.round((netIncome / rent) * 10) / 10 : null;

const text = (most: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\0', '').normalize('NFC').trim())
    .pipe(z.string().min(1).max(most));

/** What each field accepts. */
const FIELDS: Readonly<Record<TenantField, z.core.$ZodType<string>>> = {
  netIncome: z
    .string()
    .transform((value) => amountIn(value))
    .pipe(z.number().int().min(0).max(1_000_000))
    .transform(String),
  persons: z
    .string()
    .trim()
    .regex(/^[1-9]\d?$/),
  address: text(200),
  birthDate: z.iso.date().refine((day) => day > '1900-01-01' && day < new Date().toISOString().slice(0, 10)),
  birthPlace: text(100),
  civilStatus: z.enum(['single', 'cohabiting', 'married', 'divorced', 'widowed']),
};

/** The values of a file by their fields. */
export type TenantValues = Partial<Record<TenantField, string>>;

/**
 * The values of a posted file, for the fields that may be asked and no others, and the fields that are missing or
 * wrong.
 */
export function readTenantValues(
  raw: Readonly<Record<string, unknown>>,
  { fields }: AllowedQuestions,
): { values: TenantValues; wrong: TenantField[] } {
  const values: TenantValues = {};
  const wrong: TenantField[] = [];
  for (const name of fields) {
    const read = z.safeParse(FIELDS[name], raw[name]);
    if (read.success) values[name] = read.data;
    else wrong.push(name);
  }
  return { values, wrong };
}

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
