import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TrackingSettings, trackingSettings } from '../../features/consent/settings.ts';
import { readJson } from './read-json.server.ts';

const FILE = 'settings/tracking.json';

/** The tags of a content folder; none where the file is missing or wrong, which the check of the content reports. */
export function tagsInContent(contentDir: string): TrackingSettings {
  try {
    return trackingSettings.parse(readJson(FILE, readFileSync(join(contentDir, FILE))).data);
  } catch {
    return {};
  }
}
