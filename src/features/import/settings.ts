import * as z from 'zod';
import { localizedText } from '../../content/fields/fields.ts';
import { PROMISED } from '../../i18n/promised.ts';

const names = z.record(z.string(), z.string());

/** Where properties can be read from. */
const SOURCES = ['whise', 'skarabee', 'sweepbright', 'omnicasa', 'csv'] as const;

/** What `connections` holds per CRM. */
export const CONNECTION_FIELDS: Readonly<Record<string, readonly string[]>> = {
  whise: ['clientId', 'officeId', 'contactOriginId', 'absentIsShown', 'url'],
  skarabee: ['descriptionCode', 'sendUrl', 'url'],
  sweepbright: ['sendUrl', 'url'],
  omnicasa: ['sourceId', 'url'],
};

/** content/settings/import.json: how feeds become properties. */
export const importSettings = z
  .object({
    $schema: z.string().optional(),
    maxRemovedPercent: z
      .number()
      .min(0)
      .max(100)
      .default(30)
      .describe('An import that would remove a larger share of the properties changes nothing and raises an alarm'),
    maxAgeHours: z
      .number()
      .positive()
      .default(26)
      .describe('Number of hours without a successful import after which doctor and /healthz warn'),
    schedule: z
      .partialRecord(
        z.enum(['whise', 'skarabee', 'sweepbright']),
        z.number().int().min(PROMISED.importMinutes).max(10_080),
      )
      .default({})
      .describe(
        `Per CRM: after how many minutes the running site imports again, ${PROMISED.importMinutes} at least; ` +
          'left out = by command only',
      )
      .meta({ examples: [{ whise: 60 }] }),
    takeOverText: localizedText.default({}).describe('Text after the price of a business transfer (Goal 2)'),
    lifeAnnuityText: localizedText.default({}).describe('Text after the price of a sale by life annuity'),
    connections: z
      .record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
      .default({})
      .describe(
        'Per CRM: how it is asked for properties, such as "whise": { "clientId": 123 }. Passwords are settings of ' +
          'the environment, never here',
      ),
    fields: z
      .partialRecord(z.enum(SOURCES), names)
      .default({})
      .describe(
        'Per CRM: field of the export -> field of a property, for what the CRM does not document, such ' +
          'as "FloodP": "PScore"',
      ),
    values: z
      .record(z.string(), names)
      .default({})
      .describe('Per field of a property: value of the export -> our value, such as "Heating": { "Gas": "gas" }'),
    types: z
      .record(z.string(), z.number().int())
      .default({})
      .describe('Type number of the CRM -> WebID of property-types.json'),
    managers: names.default({}).describe('Name in the export -> file in category/team/; left out = the name itself'),
  })
  .strict();
export type ImportSettings = z.infer<typeof importSettings>;
