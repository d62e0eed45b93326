import type { z } from 'zod';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { webhookSettings } from '../../src/features/webhook/settings.ts';

export const WEBHOOK_SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

type Targets = NonNullable<z.input<typeof webhookSettings>['targets']>;

/** The agency with these webhook targets. */
export function siteWithTargets(agency: Site, targets: readonly Omit<Targets[number], 'recipient'>[]): Site {
  const webhooks = webhookSettings.parse({
    targets: targets.map((target) => ({ recipient: { nl: 'Het pakket van het kantoor' }, ...target })),
  });
  return createSite({ ...agency, addresses: { ...agency.addresses }, settings: { ...agency.settings, webhooks } });
}
