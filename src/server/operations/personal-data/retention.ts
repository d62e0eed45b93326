import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Retention, retentionSettings } from '../../../domain/settings/form-settings.ts';
import { withPresentNames } from '../../catalogue/content/renamed.ts';

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
  const { retention } = withPresentNames('settings/forms.json', JSON.parse(text)).data as { retention?: unknown };
  const result = retentionSettings.safeParse(retention ?? {});
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`${file} has a "retention" that cannot be used: ${problems.join('; ')}`);
}
