import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TrackingSettings, trackingSettings } from '../../../domain/settings/consent-settings.ts';
import { readJson } from '../../catalogue/content/read-json.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { listStaff } from '../../services/staff/staff-accounts.ts';
import { studioPlace } from '../../services/staff/studio-place.ts';
import type { Finding } from './open-health.ts';

const FILE = 'settings/tracking.json';

/** Whether staff with an account can reach the studio, and where it is. */
export async function studioFinding(
  database: Database,
  { contentDir, siteUrl, studioUrl }: Pick<Environment, 'contentDir' | 'siteUrl' | 'studioUrl'>,
): Promise<Finding> {
  const name = 'studio';
  const accounts = (await listStaff(database)).filter((one) => one.disabled_at === null).length;
  const facts = { accounts };
  if (studioPlace({ siteUrl, studioUrl }, tagsIn(contentDir))) {
    const who = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`;
    return { name, state: 'ok', message: `${who}, at ${studioUrl ?? siteUrl}/studio/`, facts };
  }
  const message =
    `closed: ${FILE} names a tag, whose script could act as staff on this host. ` +
    'Set STUDIO_URL to a host of its own, or remove the tag';
  return { name, state: accounts > 0 ? 'warn' : 'ok', message, facts };
}

/** The tags of a content folder; none where the file is missing or wrong, which the check of the content reports. */
function tagsIn(contentDir: string): TrackingSettings {
  try {
    return trackingSettings.parse(readJson(FILE, readFileSync(join(contentDir, FILE))).data);
  } catch {
    return {};
  }
}
