import * as z from 'zod';

/**
 * content/settings/alerts.json: mails about properties for saved searches, and what is shown about properties over
 * time.
 */
export const alertSettings = z
  .object({
    $schema: z.string().optional(),
    digestHour: z
      .number()
      .int()
      .min(0)
      .max(23)
      .default(8)
      .describe('Hour in Brussels at which daily and weekly mails go out'),
    digestDay: z
      .enum(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
      .default('Friday')
      .describe('Day of the weekly mail'),
    maxProperties: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(12)
      .describe('Maximum number of properties in a mail; a link leads to the others'),
    priceCuts: z.boolean().default(true).describe('true: saved searches are alerted when a price was lowered'),
    backOnMarket: z
      .boolean()
      .default(true)
      .describe('true: saved searches are alerted when a property is available again'),
    badges: z
      .boolean()
      .default(true)
      .describe('true: lists show that a price was lowered or a property is available again'),
    badgeDays: z.number().int().min(1).max(90).default(14).describe('Number of days for which such a badge is shown'),
    seekersFrom: z
      .number()
      .int()
      .min(2)
      .default(5)
      .describe('The valuation page shows the number of people who look for such a property only from this number on'),
    documentDays: z
      .number()
      .int()
      .min(1)
      .max(365)
      .default(30)
      .describe('Number of days for which links to requested documents work'),
  })
  .strict();
export type AlertSettings = z.infer<typeof alertSettings>;
