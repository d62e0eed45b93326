import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WebhookTarget, webhookSettings } from '../../features/webhook/settings.ts';
import { ifExists } from '../../platform/log/error-facts.ts';
import { withPresentNames } from './renamed.server.ts';

const FILE = 'settings/webhooks.json';

/** The webhook targets of a content folder; throws a sentence when its settings/webhooks.json cannot be used. */
export function webhookTargetsIn(contentDir: string): readonly WebhookTarget[] {
  const path = join(contentDir, FILE);
  const text = ifExists(() => readFileSync(path, 'utf8'));
  if (text === null) return [];
  try {
    return webhookSettings.parse(withPresentNames(FILE, JSON.parse(text)).data).targets;
  } catch {
    throw new Error(`${path} cannot be used: "npm run site -- content check" says what is wrong`);
  }
}
