import * as z from 'zod';
import { localizedText } from '../content/fields.ts';

const names = z.record(z.string(), z.string());

/** content/settings/import.json: how feeds become properties. */
export const importSettings = z
  .object({
    $schema: z.string().optional(),
    maxRemovedPercent: z
      .number()
      .min(0)
      .max(100)
      .default(30)
      .describe('A feed that would take away a larger share of the homes changes nothing and raises an alarm'),
    maxAgeHours: z
      .number()
      .positive()
      .default(26)
      .describe('After so many hours without a good import doctor and /healthz warn'),
    takeOverText: localizedText
      .default({})
      .describe('Words behind the price of a business that is taken over (Goal 2)'),
    fields: z
      .record(z.string(), names)
      .default({})
      .describe(
        'Per feed: field of the feed -> field of a home, for what the feed does not document, such as "FloodP": "PScore"',
      ),
    values: z
      .record(z.string(), names)
      .default({})
      .describe('Per field of a home: value of the feed -> our value, such as "Heating": { "Gas": "gas" }'),
    types: z
      .record(z.string(), z.number().int())
      .default({})
      .describe('Type number of the feed -> WebID of property-types.json'),
    managers: names.default({}).describe('Name in the feed -> file in category/team/; left out = the name itself'),
  })
  .strict();
export type ImportSettings = z.infer<typeof importSettings>;
