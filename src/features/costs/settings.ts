import * as z from 'zod';
import { localizedText } from '../../content/fields/fields.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected a date such as "2026-11-25"');
const share = z.number().min(0).max(1);
const euros = z.number().nonnegative().meta({ kind: 'money' });

/** Where a rule stands, when that was read, and whether the agency has confirmed it. */
const evidence = {
  source: z.string().min(1).describe('Law or page in which the rule stands'),
  checked: day.describe('Day on which the source was read'),
  confirmed: z
    .boolean()
    .default(true)
    .describe('false: the source is uncertain; the rule is not used until the agency confirms it'),
};

/** A reduced rate, or a part of the price without tax, with the conditions under which a buyer gets it. */
const relief = z
  .object({
    id: z.string().regex(/^[a-z0-9-]+$/, 'Use small letters, digits and hyphens'),
    name: localizedText.describe('What it is called on the page'),
    conditions: z
      .array(localizedText.meta({ as: 'long' }))
      .default([])
      .describe('What a buyer must fulfil'),
    rate: share.optional().describe('Rate instead of the usual one'),
    free: euros.optional().describe('Part of the price in euros on which nothing is due'),
    highestPrice: euros.optional().describe('Above this price it does not apply'),
    types: z
      .array(z.string())
      .optional()
      .describe('Property types to which it applies, such as "house"; left out = all'),
    ...evidence,
  })
  .strict();
export type Relief = z.infer<typeof relief>;

const tax = z.object({ rate: share, reliefs: z.array(relief).default([]), ...evidence }).strict();
export type PurchaseTax = z.infer<typeof tax>;

const deposit = z
  .object({
    months: z.number().min(0).max(3).describe('Months of rent'),
    forms: z.array(localizedText).default([]).describe('Forms in which a tenant may give it'),
    ...evidence,
  })
  .strict();

const scale = z
  .array(z.tuple([z.number().positive().nullable(), share]))
  .min(1)
  .describe('Bands as [highest amount, rate of the part within the band]; the last one has null');

/** content/settings/costs.json: what buyers pay beside the price; every rule with its source and the day of reading. */
export const costSettings = z
  .object({
    $schema: z.string().optional(),
    warnAfterMonths: z
      .number()
      .int()
      .positive()
      .default(12)
      .describe('The check warns when a source was read longer ago than this'),
    duty: z
      .object({ flanders: tax.optional(), brussels: tax.optional(), wallonia: tax.optional() })
      .strict()
      .prefault({})
      .describe('Registration duty per region'),
    vat: tax.optional().describe('VAT on a new building, instead of the registration duty'),
    notary: z
      .object({
        scale,
        fileCosts: euros.describe('Fixed costs of the file of the deed of sale, without VAT'),
        vat: share,
        ...evidence,
      })
      .strict()
      .optional(),
    mortgage: z
      .object({
        secured: z.number().min(1).max(2).describe('Sum that the mortgage secures, in times the loan'),
        duty: share.describe('Registration duty on that sum'),
        inscription: share.describe('Mortgage duty on that sum'),
        fixed: euros.describe('Duty on the document and its annexes'),
        fileCosts: euros.describe('Fixed costs of the file of the deed of the loan, without VAT'),
        scale: scale.optional().describe("Notary's fee on the loan; left out = the page says that it is not included"),
        vat: share,
        ...evidence,
      })
      .strict()
      .optional(),
    deposit: z
      .object({ flanders: deposit.optional(), brussels: deposit.optional(), wallonia: deposit.optional() })
      .strict()
      .prefault({})
      .meta({ label: 'FIELD_COSTS_DEPOSIT' })
      .describe('The highest rental deposit per region'),
    buyerNote: localizedText
      .optional()
      .describe('What the agency charges a buyer or tenant, in a sentence; left out = nothing is said'),
    loan: z
      .object({
        percent: z.number().min(0).max(20).describe('Yearly interest in percent to start with'),
        years: z.number().int().min(1).max(40),
        ownShare: share.describe('Part of the price that a buyer is assumed to pay without a loan'),
        checked: day.describe('Day on which the interest was looked up'),
      })
      .strict()
      .optional()
      .describe('The loan that a computation starts with; left out = no loan'),
  })
  .strict();
export type CostSettings = z.infer<typeof costSettings>;
