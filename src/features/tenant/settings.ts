import * as z from 'zod';

/** content/settings/tenants.json: the files of candidate tenants; without this file nobody is asked for one. */
export const tenantSettings = z
  .object({
    $schema: z.string().optional(),
    askFiles: z
      .boolean()
      .default(false)
      .describe(
        'true: after the viewing of a rental an agent can ask for the file of the candidate by a personal link',
      ),
    decidedDays: z
      .number()
      .int()
      .min(1)
      .max(365)
      .default(14)
      .describe('A file is deleted this number of days after the decision'),
    openDays: z
      .number()
      .int()
      .min(7)
      .max(365)
      .default(60)
      .describe('A file without a decision is deleted this number of days after it was asked for'),
    ownerSummary: z
      .boolean()
      .default(true)
      .describe('true: the owner sees income in rents, number of persons and proofs of each candidate, without names'),
  })
  .strict();
