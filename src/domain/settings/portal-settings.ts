import * as z from 'zod';

/** content/settings/portal.json: the owner portal and the figures behind it. */
export const portalSettings = z
  .object({
    $schema: z.string().optional(),
    idleHours: z
      .number()
      .min(0.01)
      .max(720)
      .default(24)
      .describe('An owner who does nothing for so long must log in again; below 20 some need more time than they get'),
    absoluteDays: z
      .number()
      .min(0.01)
      .max(90)
      .default(14)
      .describe('Number of days after which an owner must log in again in any case'),
    secondFactor: z
      .enum(['off', 'offered', 'required'])
      .default('offered')
      .describe(
        'Second step of the login of owners: "offered": they can set one up; "required": everybody has to; "off": none',
      ),
    loginMail: z.boolean().default(false).describe('true: the agency gets a mail each time an owner logs in'),
    feedbackMail: z.boolean().default(true).describe('true: after a viewing the agency is asked by mail for feedback'),
    digestWeekday: z
      .number()
      .int()
      .min(1)
      .max(7)
      .default(1)
      .describe('Day of the weekly mail to owners: 1 Monday to 7 Sunday'),
    digestHour: z.number().int().min(0).max(23).default(8).describe('Hour of the weekly mail, in Brussels'),
    publicStatistics: z
      .boolean()
      .default(true)
      .describe('true: everybody can see how often the page of a property was viewed'),
    siteStatistics: z.boolean().default(true).describe('true: blocks with figures of the whole offer are shown'),
    countViews: z
      .boolean()
      .default(true)
      .describe('true: views of properties are counted, without cookies or personal data'),
    countSearches: z
      .boolean()
      .default(true)
      .describe('true: what visitors search is counted by place, type and price band, without anything about them'),
    respectSignals: z
      .boolean()
      .default(true)
      .describe('true: who sends Do Not Track or Global Privacy Control is not counted'),
  })
  .strict();
export type PortalSettings = z.infer<typeof portalSettings>;
