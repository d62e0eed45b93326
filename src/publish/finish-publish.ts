import { recordHandEdits } from '../content/history/content-writer.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import type { FileCache } from '../platform/files/file-cache.server.ts';
import { compressVersion } from './build-version.ts';
import { submitChanges } from './index-now.ts';
import { oneAtATime } from './publish-record.ts';
import { openVersions } from './versions.ts';

/**
 * What follows a publish, also one that failed: what was changed by hand goes into the history, versions that are too
 * many are removed, the pages of this one are compressed, until `signal` ends that, and search engines hear of the
 * changed ones. The next publish need not wait for these two. What fails is said to `onTrouble`, because the version is
 * shown already.
 */
export async function finishPublish(
  settings: Environment,
  versionId: string | null,
  { signal, cache, onTrouble = console.error }: FinishOptions = {},
): Promise<void> {
  const { dataDir } = settings;
  const said = (what: string) => (error: Error) => onTrouble(`${what}: ${error.message}`);
  await oneAtATime(dataDir, async () => {
    await recordHandEdits(settings, onTrouble, cache);
    openVersions(dataDir).prune();
  }).catch(said('Old versions could not be removed'));
  if (versionId === null) return;
  // What is not compressed is compressed when it is requested.
  await compressVersion(dataDir, versionId, signal).catch(
    said(`Version ${versionId} is shown, but its pages could not be compressed`),
  );
  await submitChanges(settings, versionId).catch(said('Search engines could not be notified'));
}

interface FinishOptions {
  signal?: AbortSignal;
  cache?: FileCache | undefined;
  onTrouble?: (message: string) => void;
}
