import * as z from 'zod';

/** content/settings/bids.json: who hears of the bids on a property. */
export const bidSettings = z
  .object({
    $schema: z.string().optional(),
    informOwner: z
      .boolean()
      .default(true)
      .describe('true: the owner gets a mail with the amount of each offer and of each decision, without names'),
    openLog: z
      .boolean()
      .default(false)
      .describe('true: who made an offer sees amount and time of every offer on the property, without names'),
  })
  .strict();
