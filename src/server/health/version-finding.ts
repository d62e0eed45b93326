import { statSync } from 'node:fs';
import { runningServers } from '../versions/servers.ts';
import { openVersions } from '../versions/versions.ts';
import type { Finding } from './finding.ts';

const HOUR_MS = 3_600_000;
/** A night was missed. */
const OLD_HOURS = 30;

/** Which version is shown and how old it is: what hangs on the date is renewed every night. */
export function versionFinding(dataDir: string, nowMs = Date.now()): Finding {
  const versions = openVersions(dataDir);
  const stamp = versions.current();
  if (!stamp) return { name: 'version', state: 'fail', message: 'nothing was ever published: run "npm start"' };
  const hours = (nowMs - statSync(versions.folderOf(stamp)).mtimeMs) / HOUR_MS;
  const servers = runningServers(dataDir, nowMs);
  const facts = { stamp, hours: Math.round(hours), servers: servers.length };
  if (versions.held())
    return { name: 'version', state: 'warn', message: `version ${stamp} is shown because a newer one was rolled back`, facts };
  if (servers.length > 0 && hours > OLD_HOURS)
    return {
      name: 'version',
      state: 'warn',
      message: `version ${stamp} is ${Math.round(hours)} hours old: last night's was not published`,
      facts,
    };
  return { name: 'version', state: 'ok', message: `version ${stamp}; ${servers.length} servers run here`, facts };
}
