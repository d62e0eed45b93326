import * as z from 'zod';

/** content/settings/history.json: how long earlier versions of content files are kept. */
export const historySettings = z
  .object({
    $schema: z.string().optional(),
    months: z
      .number()
      .int()
      .min(1)
      .max(120)
      .default(24)
      .describe('Earlier versions of content files are deleted after this number of months'),
    allDays: z
      .number()
      .int()
      .min(1)
      .max(3650)
      .default(90)
      .describe('Number of days for which every earlier version is kept; after them the last one of each day'),
  })
  .strict();
export type HistorySettings = z.infer<typeof historySettings>;
