import type { LabelKey } from '../../i18n/label-key.ts';
import type { TenantDocumentRow, TenantFileRow } from '../../platform/database/tenant-schema.ts';
import { documentFormBytes } from '../../platform/media/document-bytes.ts';
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
