import * as z from 'zod';
import { strictness } from '../../content/fields/fields.ts';
import type { OfficeSettings, SiteSettings } from '../agency/settings.ts';

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
type AdvertSettings = z.infer<typeof advertSettings>;

const code = z.string().regex(/^[a-i](_plusplus|_plus|_sub)?$/, 'Use a label such as "a", "a_plus" or "b_sub"');
const bands = z.array(z.tuple([code, z.number().nullable()])).min(2);
const codes = z.array(code).meta({ label: 'FIELD_ENERGY_LABELS' });
const tables = z.object({ flanders: bands, brussels: bands, wallonia: bands }).strict();

/** content/settings/energy.json: energy labels per region, as [label, highest value that still has it]. */
export const energySettings = z
  .object({
    $schema: z.string().optional(),
    use: z.enum(['specified', 'official']).default('specified').describe('Which of the two sets of tables counts'),
    tables: z.object({ specified: tables, official: tables }).strict(),
    withoutLabel: z.array(z.string()).default(['land', 'garage']).describe('Property types that show no label'),
    nonResidential: z
      .object({
        types: z.array(z.string()).default(['commerce', 'office']).describe('Property types with such a certificate'),
        labels: z
          .object({ flanders: codes, brussels: codes, wallonia: codes })
          .partial()
          .strict()
          .prefault({ flanders: ['a_plus', 'a', 'b', 'c', 'd', 'e', 'f', 'g'] })
          .meta({ label: 'FIELD_ENERGY_LABELS' })
          .describe('Labels of certificates per region; a region that is left out shows none'),
        years: z.number().int().positive().default(5).describe('How long such a certificate is valid'),
      })
      .strict()
      .prefault({})
      .describe('Offices and shops: their label is that of their own certificate and never follows from a score'),
    renovationDutyYears: z.number().int().positive().default(5),
    renovationDutyChecked: z.string().describe('Date on which the number of years was checked'),
    renovationDutyFrom: z.string().default('2023-01-01'),
    renovationDutyLabels: z.array(z.string()).default(['e', 'f']),
  })
  .strict();
export type EnergySettings = z.infer<typeof energySettings>;

/** Why a wording is reported. */
const KINDS = ['ground', 'income', 'energy', 'pending'] as const;
export type WordingKind = (typeof KINDS)[number];

const wordingRule = z
  .object({
    kind: z
      .enum(KINDS)
      .describe(
        'ground: a protected ground; income: the source of an income; energy: a claim about energy that nothing ' +
          'proves; pending: a certificate that is said to be on its way',
      ),
    language: z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as "nl"'),
    phrases: z
      .array(z.string().min(3))
      .min(1)
      .describe('Words as they stand in an advert, without regard to capitals and accents; * stands for any ending'),
    source: z.string().min(1).describe('Law or page in which it stands'),
    checked: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected a date such as "2026-11-25"'),
  })
  .strict();
export type WordingRule = z.infer<typeof wordingRule>;

/** content/settings/wording.json: words of adverts that discriminate or mislead; they are reported, never refused. */
export const wordingSettings = z
  .object({ $schema: z.string().optional(), rules: z.array(wordingRule).default([]) })
  .strict();

/** The settings of a site that say what a property is and what its advert must state. */
export interface PropertySettings {
  site: SiteSettings;
  offices: OfficeSettings;
  energy: EnergySettings;
  adverts: AdvertSettings;
}
