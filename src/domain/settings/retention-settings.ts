import * as z from 'zod';
import type { Localized } from '../../i18n/localized.ts';
import { RETENTION_SETTINGS } from '../personal-data.ts';

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
