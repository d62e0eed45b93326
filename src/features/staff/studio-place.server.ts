import type { Finding } from '../../content/fields/posted-form.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { recordOf } from '../../platform/values/values.ts';
import type { TrackingSettings } from '../consent/settings.ts';

type Settings = Pick<Environment, 'siteUrl' | 'studioUrl'>;

/**
 * Where the studio is: its own host, or the public one. Null: nowhere, because the scripts of a tag manager run on the
 * public origin and could act as staff.
 */
export function studioPlace(settings: Settings, { tagManager, pixel }: TrackingSettings): 'own' | 'public' | null {
  if (hasOwnHost(settings)) return 'own';
  return tagManager || pixel ? null : 'public';
}

const hasOwnHost = ({ siteUrl, studioUrl }: Settings) => Boolean(studioUrl) && studioUrl !== siteUrl;

/** The tags in data of a content file that would close the studio in which they are written, one finding each. */
export function tagsThatClose(file: string, data: unknown, settings: Settings): Finding[] {
  if (file !== 'settings/tracking.json' || hasOwnHost(settings)) return [];
  const tags = Object.entries(recordOf(data)).filter(([name, tag]) => name !== '$schema' && tag);
  return tags.map(([name]) => ({
    ...{ place: [name], severity: 'error', label: 'FINDING_TAGS_CLOSE_STUDIO', values: {} },
  }));
}
