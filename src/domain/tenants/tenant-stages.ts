import type { Region } from '../places/region.ts';

/** When a candidate tenant is asked: after the viewing, and again once the owner has chosen. */
export type TenantStage = 'candidate' | 'contract';

/** What a candidate tenant can be asked; amounts in euros a month. */
export const TENANT_FIELDS = ['netIncome', 'persons', 'address', 'birthDate', 'birthPlace', 'civilStatus'] as const;
export type TenantField = (typeof TENANT_FIELDS)[number];

/** What a candidate tenant can be asked to prove. */
export const TENANT_PROOFS = ['income', 'rent'] as const;
export type TenantProof = (typeof TENANT_PROOFS)[number];

/** What the law allows to be asked in one stage, and where that stands. */
export interface AllowedQuestions {
  fields: readonly TenantField[];
  proofs: readonly TenantProof[];
  source: string;
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
      source: 'Vlaams Woninghuurdecreet; Unia, "Huren en discriminatie"',
    },
    contract: {
      fields: ['address', 'birthDate', 'birthPlace', 'civilStatus'],
      proofs: [],
      source: 'Vlaams Woninghuurdecreet art. 8',
    },
  },
  brussels: {
    candidate: {
      fields: ['netIncome', 'persons'],
      proofs: ['income'],
      source: 'Huisvestingscode, Code bruxellois du Logement, art. 200ter § 2',
    },
    contract: {
      fields: ['address', 'birthDate', 'birthPlace', 'civilStatus'],
      proofs: [],
      source: 'Huisvestingscode, Code bruxellois du Logement, art. 200ter § 3',
    },
  },
  wallonia: {
    candidate: {
      fields: ['netIncome', 'persons', 'address', 'birthDate', 'civilStatus'],
      proofs: ['income', 'rent'],
      source: 'Décret wallon du 15 mars 2018, AGW du 28 juin 2018',
    },
    contract: { fields: ['birthPlace'], proofs: [], source: 'Décret wallon du 15 mars 2018 art. 3' },
  },
};

/** What may be asked in a stage in a region. */
export const allowedQuestions = (region: Region, stage: TenantStage): AllowedQuestions => ALLOWED[region][stage];

/** How many times the rent the income is, to one decimal; null when one of them is not known. */
export const incomeInRents = (netIncome: number | null, rent: number | null): number | null =>
  netIncome && rent ? Math.round((netIncome / rent) * 10) / 10 : null;
