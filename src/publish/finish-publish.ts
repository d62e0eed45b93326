import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { recordHandEdits } from '../content/history/content-writer.server.ts';
import { siteSettings } from '../features/agency/settings.ts';
import { type Environment, isLocal } from '../platform/environment/environment.server.ts';
import type { FileCache } from '../platform/files/file-cache.server.ts';
import { writeAtomically } from '../platform/files/write.server.ts';
import { type GuardedFetch, openGuardedFetch } from '../platform/http/guarded-fetch.server.ts';
import { compressVersion } from './build-version.ts';
import { pruneVersions } from './prune-versions.ts';
import { oneAtATime } from './publish-record.ts';
import { openPageStore, readMadePages, readManifest } from './version-files.ts';
import { openVersions } from './versions.ts';

const ENDPOINT = 'https://api.indexnow.org/indexnow';
/** Source: indexnow.org/documentation, "Submitting set of URLs". */
const MOST_IN_ONE = 10_000;
const PATIENCE_MS = 20_000;

/** What was submitted: the hash of what each page showed, by its path. Code changes none of them. */
interface Submitted {
  siteUrl: string;
  pages: Record<string, string>;
}

interface SubmitOptions {
  endpoint?: string;
  request?: GuardedFetch;
}

/**
 * Submits to search engines by IndexNow which pages of a version are new, changed or gone, when settings/site.json has
 * a key; returns their number. The first version with a key only notes what there is. What cannot be submitted is
 * submitted after the next publish. Throws a sentence when the service does not take it.
 */
export async function submitChanges(
  { dataDir, contentDir, outgoingRequests }: Pick<Environment, 'dataDir' | 'contentDir' | 'outgoingRequests'>,
  versionId: string,
  { endpoint = ENDPOINT, request = openGuardedFetch(outgoingRequests) }: SubmitOptions = {},
): Promise<number> {
  const key = keyIn(contentDir);
  const versionDir = openVersions(dataDir).folderOf(versionId);
  const siteUrl = readManifest(versionDir)?.siteUrl;
  if (!key || !siteUrl || isLocal(siteUrl)) return 0;
  const made = readMadePages(versionDir);
  const file = join(dataDir, 'indexnow.json');
  const known = submittedIn(file);
  const pages = Object.fromEntries([...made].flatMap(([path, page]) => (path.endsWith('/') ? [[path, page.key]] : [])));
  const store = openPageStore(dataDir);
  const isListed = (path: string) => {
    const hash = made.get(path)?.hash;
    return hash === undefined || !/<meta name="?robots/.test(readFileSync(store.fileOf(hash), 'utf8'));
  };
  const before = known?.siteUrl === siteUrl ? known.pages : pages;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(pages)])]
    .filter((path) => before[path] !== pages[path])
    .filter(isListed);
  for (let from = 0; from < changed.length; from += MOST_IN_ONE) {
    const urlList = changed.slice(from, from + MOST_IN_ONE).map((path) => new URL(path, siteUrl).href);
    const response = await request(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host: new URL(siteUrl).host, key, keyLocation: `${siteUrl}/indexnow.txt`, urlList }),
      redirects: 0,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    if (!response.ok)
      throw new Error(
        `IndexNow responded with ${response.status} to ${urlList.length} URLs; the next publish sends them`,
      );
  }
  await writeAtomically(file, JSON.stringify({ siteUrl, pages } satisfies Submitted));
  return changed.length;
}

/** The key in the settings; null when there is none, or none that can be used. */
function keyIn(contentDir: string): string | null {
  try {
    const data: unknown = JSON.parse(readFileSync(join(contentDir, 'settings/site.json'), 'utf8'));
    return z.object({ indexNowKey: siteSettings.shape.indexNowKey }).parse(data).indexNowKey ?? null;
  } catch {
    return null;
  }
}

function submittedIn(file: string): Submitted | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Submitted;
  } catch {
    return null;
  }
}

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
    pruneVersions(dataDir);
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
