import * as z from 'zod';
import { dateText } from '../../content/fields/fields.ts';
import { itemAt } from '../../platform/values/values.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The weekday of a day such as 2026-07-01. */
export const weekdayOf = (day: string) => itemAt(WEEKDAYS, new Date(`${day}T12:00:00Z`).getUTCDay());

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Expected a time on a quarter of an hour, such as "09:30"');
const span = z
  .object({ from: time, to: time })
  .strict()
  .refine(({ from, to }) => from < to, 'The end must come after the start');
const week = z
  .partialRecord(z.enum(WEEKDAYS), z.array(span))
  .describe('Per day of the week the hours in which viewings can be booked; a day that is left out is closed');
const viewingPlace = z.enum(['property', 'office']).meta({ label: 'FIELD_MEETING_PLACE' });
const minutes = z.number().int().min(15).max(240).multipleOf(15, 'Expected quarters of an hour: 15, 30, 45 ...');
const perRegion = <T extends z.core.$ZodType>(value: T) =>
  z.object({ flanders: value, brussels: value, wallonia: value }).partial().strict();

const openHouse = z
  .object({
    date: dateText,
    from: time,
    to: time,
    capacity: z.number().int().min(1).max(50).default(10).describe('Maximum number of visitors at the same time'),
  })
  .strict()
  .refine(({ from, to }) => from < to, 'The end must come after the start');

/** content/settings/viewings.json: when properties can be viewed, and what a tenant reads before a viewing. */
export const viewingSettings = z
  .object({
    $schema: z.string().optional(),
    confirm: z
      .enum(['agency', 'auto'])
      .default('agency')
      .describe(
        '"auto": a booked viewing is confirmed at once; "agency": the agency confirms it by the link in its mail',
      ),
    place: viewingPlace.default('property').describe('Where visitors and agent meet: at the property or at its office'),
    lengthMinutes: minutes.default(30).describe('Duration of a viewing'),
    capacity: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(1)
      .describe('Maximum number of visitors of one property at the same time'),
    leadHours: z
      .number()
      .min(0)
      .max(336)
      .default(24)
      .describe('Minimum number of hours between the request and the viewing'),
    horizonDays: z
      .number()
      .int()
      .min(1)
      .max(90)
      .default(14)
      .describe('Maximum number of days between the request and the viewing'),
    holdHours: z
      .number()
      .min(1)
      .max(168)
      .default(72)
      .describe('Number of hours for which a viewing that is not confirmed keeps its time; longer than a weekend'),
    remind: z.boolean().default(true).describe('true: visitors get a reminder the day before'),
    hours: week.prefault({}),
    closedDays: z.array(dateText).default([]).describe('Days without viewings, such as "2026-12-25"'),
    agents: z
      .record(z.string(), z.object({ hours: week.optional(), closedDays: z.array(dateText).default([]) }).strict())
      .meta({ of: 'member' })
      .default({})
      .describe('Per team member (name of the file in category/team/) own hours and days off'),
    properties: z
      .record(
        z.string().regex(/^\d+$/, 'Expected the number of a property'),
        z
          .object({
            bookable: z.boolean().default(true).describe('false: visitors ask for a viewing and cannot choose a time'),
            place: viewingPlace.optional().describe('Where visitors and agent meet for this property'),
            capacity: z.number().int().min(1).max(50).optional(),
            lengthMinutes: minutes.optional(),
            hours: week.optional().describe('Hours of this property instead of those of its agent'),
            closedDays: z.array(dateText).default([]),
            openHouses: z
              .array(openHouse)
              .default([])
              .describe('Times at which it is open to visitors who have registered, whatever its hours are'),
          })
          .strict(),
      )
      .meta({ of: 'property' })
      .default({})
      .describe('Per property (its number) what differs'),
    tenant: z
      .object({
        incomeTimesRent: z
          .number()
          .positive()
          .nullable()
          .default(null)
          .describe(
            'Lowest monthly income, in times the rent; a fixed threshold can discriminate, so ask a lawyer first',
          ),
        maximumPersonsPerBedroom: z.number().positive().nullable().default(null),
        inventoryPercent: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .default(null)
          .describe('Share of the inventory costs the tenant pays'),
        depositMonths: perRegion(z.number().min(0).max(3))
          .prefault({})
          .describe('Deposit in months of rent, per region'),
        beforeViewing: perRegion(z.boolean())
          .prefault({})
          .describe('Whether all this is said before the viewing, per region; in Brussels the law forbids it'),
      })
      .strict()
      .prefault({})
      .describe('What the confirmation of a viewing of a property for rent says'),
  })
  .strict();
export type ViewingSettings = z.infer<typeof viewingSettings>;
