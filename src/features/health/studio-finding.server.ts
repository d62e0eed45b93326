import { tagsInContent } from '../../content/files/tags.server.ts';
import { tagsOfVersion } from '../../content/site/catalogue.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { openVersions } from '../../publish/versions.ts';
import { listStaff } from '../staff/staff-accounts.server.ts';
import { studioPlace } from '../staff/studio-place.server.ts';

type Place = Pick<Environment, 'dataDir' | 'siteUrl' | 'studioUrl'>;

/** Whether the version that is shown leaves the studio open; true before the first version. */
export function isStudioOpen({ dataDir, ...place }: Place): boolean {
  const versions = openVersions(dataDir);
  const versionId = versions.current();
  return versionId === null || studioPlace(place, tagsOfVersion(versions.folderOf(versionId))) !== null;
}

const HOST = 'set STUDIO_URL to a host of its own and start again';

/** Whether staff with an account can reach the studio of the version that is shown, and where it is. */
export async function studioFinding(
  database: Database,
  { contentDir, dataDir, siteUrl, studioUrl }: Place & Pick<Environment, 'contentDir'>,
): Promise<Finding> {
  const name = 'studio';
  const accounts = (await listStaff(database)).filter((one) => one.disabled_at === null).length;
  const facts = { accounts };
  if (accounts === 0)
    return { name, state: 'ok', message: 'nobody has an account: "npm run site -- staff add" makes one', facts };
  const isOpenNow = isStudioOpen({ dataDir, siteUrl, studioUrl });
  const isOpenNext = studioPlace({ siteUrl, studioUrl }, tagsInContent(contentDir)) !== null;
  const warned = (message: string): Finding => ({ name, state: 'warn', message, facts });
  if (!isOpenNow && isOpenNext)
    return warned('closed, because the version that is shown has a tag: "npm run site -- publish" opens it');
  if (!isOpenNow)
    return warned(
      `closed, because the site has a tag, whose script could act as staff on this host: ${HOST}, or remove the tag ` +
        'from settings/tracking.json and publish',
    );
  if (!isOpenNext)
    return warned(
      `open, but the next publish closes it, because settings/tracking.json names a tag: ${HOST}, or remove the tag`,
    );
  const who = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`;
  return { name, state: 'ok', message: `${who}, at ${studioUrl ?? siteUrl}/studio/`, facts };
}
