import * as z from 'zod';
import { DOCUMENT_KINDS } from '../property/media-items.ts';

const checklistRule = z
  .object({
    kind: z.enum(DOCUMENT_KINDS),
    regions: z.array(z.enum(['flanders', 'brussels', 'wallonia'])).min(1),
    goals: z.array(z.enum(['sale', 'rent'])).min(1),
    builtBefore: z.number().int().optional().describe('Only for buildings from before this year'),
    fields: z
      .array(z.string())
      .default([])
      .describe('Fields of a property that say that the document is there, such as "EPCNumber"'),
    until: z.string().optional().describe('Field with the day until which it is valid, such as "EPCExpiryDate"'),
    source: z.string().min(1).describe('Law or page that asks for it'),
    checked: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected a date such as "2026-11-25"'),
  })
  .strict();
export type ChecklistRule = z.infer<typeof checklistRule>;

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
    checklist: z
      .array(checklistRule)
      .default([])
      .describe('Documents that a property needs, per region; owners see which are missing'),
    respectSignals: z
      .boolean()
      .default(true)
      .describe('true: who sends Do Not Track or Global Privacy Control is not counted'),
  })
  .strict();
export type PortalSettings = z.infer<typeof portalSettings>;
