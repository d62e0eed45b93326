import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** How long each kind of data is kept; the privacy statement shows the same values. */
export const retentionSettings = z
  .object({
    leadMonths: z
      .number()
      .int()
      .min(1)
      .max(120)
      .default(24)
      .describe('Requests of visitors are erased after so many months'),
    mailDays: z.number().int().min(4).max(3650).default(90).describe('Mails are erased after so many days'),
    unconfirmedDays: z
      .number()
      .int()
      .min(1)
      .max(365)
      .default(30)
      .describe('Sign-ups that were never confirmed are erased after so many days'),
    entryMonths: z
      .number()
      .int()
      .min(1)
      .max(120)
      .default(24)
      .describe('Viewings, contacts and media that were imported for owners are erased after this number of months'),
  })
  .strict();
export type Retention = z.infer<typeof retentionSettings>;

/** The retention of this agency: `retention` in settings/forms.json, else 24 months, 90 and 30 days. */
export function retentionOf(contentDir: string): Retention {
  const file = join(contentDir, 'settings', 'forms.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return retentionSettings.parse({});
    throw error;
  }
  const { retention } = JSON.parse(text) as { retention?: unknown };
  const result = retentionSettings.safeParse(retention ?? {});
  if (!result.success)
    throw new Error(
      `${file} has a "retention" that cannot be used: ${result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    );
  return result.data;
}
