import * as z from 'zod';
import { localizedText } from '../../content/fields/fields.ts';
import type { Localized } from '../../i18n/languages.ts';
import { RETENTION_SETTINGS } from '../privacy/personal-data.ts';

const months = z.number().int().min(1).max(120).default(24);

/** `retention` in content/settings/forms.json: how long personal data is kept. */
export const retentionSettings = z
  .object({
    leadMonths: months.describe('Leads and viewings are deleted after this number of months'),
    mailDays: z
      .number()
      .int()
      .min(4)
      .max(3650)
      .default(90)
      .describe('Sent mails are deleted after this number of days'),
    unconfirmedDays: z
      .number()
      .int()
      .min(1)
      .max(365)
      .default(30)
      .describe('Subscriptions and searches that were never confirmed are deleted after this number of days'),
    entryMonths: months.describe(
      'Viewings, contacts and media that were imported for owners are deleted after this number of months',
    ),
  })
  .strict();
export type Retention = z.infer<typeof retentionSettings>;

const use = z.enum(['hidden', 'optional', 'required']);
const slot = z.object({ from: z.string().regex(/^\d{2}:\d{2}$/), to: z.string().regex(/^\d{2}:\d{2}$/) }).strict();

/** content/settings/forms.json: the fields of each form, its texts, and how long values are kept. */
export const formSettings = z
  .object({
    $schema: z.string().optional(),
    fields: z
      .record(z.string(), z.record(z.string(), use))
      .meta({ of: 'form' })
      .default({})
      .describe('Per form: which fields are hidden, optional or required; left out = as the form has it'),
    thanks: z
      .record(z.string(), localizedText)
      .meta({ of: 'form' })
      .default({})
      .describe('Per form: what is said after sending; empty = the usual words'),
    errors: z
      .record(z.string(), localizedText)
      .meta({ of: 'form' })
      .default({})
      .describe('Per form: what is said when sending fails; empty = the usual words'),
    timeSlots: z.array(slot).default([]).describe('Hours at which visitors can be called'),
    timeSlotsByLanguage: z
      .record(z.string().regex(/^[a-z]{2}$/), z.array(slot))
      .default({})
      .describe('Other hours for visitors in a language'),
    mailTo: z.email().optional().describe('Email address that receives the leads; left out = that of the agency'),
    managerMail: z
      .enum(['with-office', 'alone', 'off'])
      .default('with-office')
      .describe(
        'Whether the agent who manages a property receives its leads and viewings: with the office, alone, or not',
      ),
    giveLeads: z
      .enum(['agent', 'office', 'turn', 'nobody'])
      .default('agent')
      .describe(
        'Who in the studio gets a new lead: the agent of its property, else somebody of its office in turn, ' +
          'all agents in turn, or nobody',
      ),
    consentVersion: z
      .string()
      .default('1')
      .describe('Version of the privacy statement that visitors read; raise it when the text changes'),
    minimumSeconds: z
      .number()
      .int()
      .min(0)
      .max(60)
      .default(3)
      .describe('A form sent faster than this is taken for a robot'),
    replyDays: z
      .number()
      .int()
      .min(1)
      .max(30)
      .default(1)
      .describe('Working days within which the agency replies; forms and thank-you pages say so'),
    advancePercent: z
      .number()
      .min(0)
      .max(100)
      .default(10)
      .describe('Advance named in the offer form, in percent of the price'),
    weeklyReport: z
      .boolean()
      .default(true)
      .describe('true: on Monday the agency gets a mail: number of leads, time to the response, which wait'),
    retention: retentionSettings.prefault({}),
  })
  .strict();
export type FormSettings = z.infer<typeof formSettings>;

/**
 * A text with the times of retention filled in, so that a privacy statement shows what the service does.
 * @example withRetention({ en: 'Kept for {leadMonths} months.' }, retention) // { en: 'Kept for 24 months.' }
 */
export function withRetention<Text extends Localized | undefined>(text: Text, retention: Retention): Text {
  if (!text) return text;
  const filled = (value: string) =>
    RETENTION_SETTINGS.reduce((rest, name) => rest.replaceAll(`{${name}}`, String(retention[name])), value);
  return Object.fromEntries(Object.entries(text).map(([language, value]) => [language, filled(String(value))])) as Text;
}
