import * as z from 'zod';

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
