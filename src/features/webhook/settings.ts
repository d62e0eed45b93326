import * as z from 'zod';
import { localizedText } from '../../content/fields/fields.ts';

/** The events that other systems can receive. */
export const EVENT_TYPES = [
  'lead.created',
  'viewing.booked',
  'viewing.changed',
  'viewing.cancelled',
  'search.confirmed',
  'document.opened',
  'person.erased',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Events that carry data of a person. */
export const PERSONAL_EVENTS: ReadonlySet<EventType> = new Set(EVENT_TYPES.filter((type) => type !== 'person.erased'));

/** The CRMs into which leads are written as contacts. */
const CRM_FORMATS = ['whise', 'skarabee', 'sweepbright', 'omnicasa'] as const;
export type CrmFormat = (typeof CRM_FORMATS)[number];

/** Whether a target is a CRM. */
export const isCrmFormat = (format: string): format is CrmFormat => CRM_FORMATS.some((name) => name === format);

const target = z
  .object({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use small letters, digits and "-" for the name of a target, such as "crm"')
      .describe('Short name of the target, such as "crm"; WEBHOOK_SECRETS and WEBHOOK_URLS use it'),
    url: z
      .url({ protocol: /^https?$/, error: 'Use a full URL such as https://crm.example/hooks' })
      .optional()
      .describe('Where the events are sent; left out = the URL of WEBHOOK_URLS, for a URL that is itself secret'),
    format: z
      .enum(['standard', 'flat', ...CRM_FORMATS])
      .default('standard')
      .describe(
        'standard = Standard Webhooks, with nested data; flat = one level, for Zapier and Make; the name of a CRM = ' +
          'leads become contacts there, by its connection in settings/import.json',
      ),
    dataInUrl: z
      .literal(true)
      .optional()
      .describe('true: accepts that Omnicasa takes the password and the personal data in the URL of a request'),
    events: z.array(z.enum(EVENT_TYPES)).min(1).default(['lead.created']).describe('The events that are sent'),
    recipient: localizedText.describe('Who receives the data, in words; the privacy statement names it'),
  })
  .strict()
  .refine(({ format, events }) => !isCrmFormat(format) || events.every((type) => type === 'lead.created'), {
    path: ['events'],
    error: 'A CRM takes leads only: leave "events" out, or write ["lead.created"]',
  })
  .refine(({ format, dataInUrl }) => format !== 'omnicasa' || dataInUrl, {
    path: ['dataInUrl'],
    error:
      'Omnicasa takes leads only with its password and the personal data in the URL, which servers on the way may ' +
      'record. Write "dataInUrl": true to accept that',
  });
export type WebhookTarget = z.infer<typeof target>;

/** Reports names that come twice, also when the targets have other mistakes. */
function eachNameOnce() {
  const check = z.check<WebhookTarget[]>(({ value, issues }) => {
    if (!Array.isArray(value)) return;
    const names = value.map((one) => one?.name);
    for (const [at, name] of names.entries())
      if (typeof name === 'string' && names.indexOf(name) < at)
        issues.push({
          ...{ code: 'custom', input: name, path: [at, 'name'] },
          message: `targets[${names.indexOf(name)}] has this name too. Give each target a name of its own`,
        });
  });
  check._zod.def.when = () => true;
  return check;
}

/** content/settings/webhooks.json: systems that receive leads and other events. */
export const webhookSettings = z
  .object({
    $schema: z.string().optional(),
    targets: z.array(target).max(20).default([]).check(eachNameOnce()),
  })
  .strict();
