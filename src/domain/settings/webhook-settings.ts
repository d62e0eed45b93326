import * as z from 'zod';
import { localizedText } from '../content/fields.ts';

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
      .enum(['standard', 'flat'])
      .default('standard')
      .describe('standard = Standard Webhooks, with nested data; flat = one level, for Zapier and Make'),
    events: z.array(z.enum(EVENT_TYPES)).min(1).default(['lead.created']).describe('The events that are sent'),
    recipient: localizedText.describe('Who receives the data, in words; the privacy statement names it'),
  })
  .strict();
export type WebhookTarget = z.infer<typeof target>;

/** content/settings/webhooks.json: systems that receive leads and other events. */
export const webhookSettings = z
  .object({
    $schema: z.string().optional(),
    targets: z
      .array(target)
      .max(20)
      .default([])
      .refine((targets) => new Set(targets.map(({ name }) => name)).size === targets.length, {
        error: 'Give each target a name of its own',
      }),
  })
  .strict();
