import * as z from 'zod';

/** How a finding is handled: an error blocks publishing, a warning is only reported, off is not checked. */
const strictness = z.enum(['error', 'warn', 'off']);
export type Strictness = z.infer<typeof strictness>;

/** content/settings/checks.json: what the content check looks for besides errors that would break the site. */
export const checkSettings = z
  .object({
    $schema: z.string().optional(),
    missingLanguages: strictness.default('warn').describe('A text that lacks one of the required languages'),
    requiredLanguages: z
      .array(z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as "nl"'))
      .optional()
      .describe('Languages in which every text must stand; left out = all enabled languages'),
    alternativeTexts: strictness.default('warn').describe('A photograph of a property without an alternative text'),
    smallPictures: strictness.default('warn').describe('A photograph that is narrower than pictureWidth'),
    pictureWidth: z
      .number()
      .int()
      .positive()
      .default(600)
      .describe('Width in pixels from which a photograph is wide enough'),
    orphans: strictness.default('warn').describe('A file that nothing refers to'),
    links: strictness.default('warn').describe('A link to a path of this site that does not exist'),
    duplicateReferences: strictness.default('warn').describe('Two properties with one reference'),
    failureMail: z
      .boolean()
      .default(true)
      .describe('true: a mail says when the content cannot be published and when an import fails'),
    failureMailTo: z
      .email()
      .optional()
      .describe('Email address that receives these mails, such as that of the web developer; left out = the agency'),
    energy: strictness
      .default('warn')
      .describe('An energy score that cannot be, or a label that differs from the score'),
  })
  .strict();

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
