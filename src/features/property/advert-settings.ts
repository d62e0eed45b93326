import * as z from 'zod';
import { strictness } from '../../content/fields/strictness.ts';

/** Codes under which settings/adverts.json asks for statements. */
const STATEMENT_CODES = [
  'epcScore',
  'epcSpecific',
  'epcLabel',
  'energyClass',
  'epcCodeOrAddress',
  'epcNumber',
  'epcTotal',
  'co2',
  'insulationClass',
  'permit',
  'planningInfo',
  'zoning',
  'enforcement',
  'preemption',
  'allotment',
  'pScore',
  'gScoreIfBuilt',
  'floodSymbol',
  'renovationDuty',
  'heritageIfAny',
  'rent',
  'charges',
  'commonCharges',
  'privateCharges',
  'individualMeters',
  'agentNumber',
] as const;
export type StatementCode = (typeof STATEMENT_CODES)[number];

const dateOnly = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected a date such as "2026-11-20"');

/**
 * One duty: which statement the adverts of a region must contain, how strictly that is checked, and its legal source.
 */
export const advertDuty = z
  .object({
    region: z.enum(['flanders', 'brussels', 'wallonia', 'luxembourg']),
    goals: z
      .array(z.enum(['sale', 'rent', 'long-lease']))
      .min(1)
      .describe('For which adverts; "long-lease" is a lease of more than nine years'),
    types: z
      .array(z.enum(['house', 'apartment', 'commerce', 'land', 'building', 'office', 'garage']))
      .optional()
      .describe('For which types; left out = all'),
    statement: z.enum(STATEMENT_CODES).describe('What the advert must say'),
    severity: strictness.describe(
      'error: the site is not published without it; warn: it is reported; off: it is not checked',
    ),
    source: z.string().min(1).describe('Law or page in which the duty stands'),
    checked: dateOnly.describe('Day on which the source was read'),
  })
  .strict();
export type AdvertDuty = z.infer<typeof advertDuty>;

/** content/settings/adverts.json: what adverts must state by law, per region. */
export const advertSettings = z
  .object({ $schema: z.string().optional(), duties: z.array(advertDuty).default([]) })
  .strict();
export type AdvertSettings = z.infer<typeof advertSettings>;
