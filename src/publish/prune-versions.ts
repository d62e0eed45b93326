import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packFile } from '../platform/files/packed-files.server.ts';
import { pruneBundles } from './bundle/make-bundle.ts';
import { openPageStore, readManifest } from './version-files.ts';
import { isVersionId, openVersions } from './versions.ts';

/** How many versions are kept, how many more there may be until some are removed, how many are not packed. */
const [KEPT, MORE, AT_HAND] = [20, 5, 3];
/** The files of a version that are packed; its manifest is read at each publish. */
const PACKED = [
  'catalogue.json',
  'listings.txt',
  'private.txt',
  'photographs.txt',
  'labels.json',
  'made-pages.json',
  'first-images.json',
].concat('content-files.json');
const HOUR_MS = 3_600_000;

/**
 * Removes all versions of a data folder but the newest twenty and the current one, and the pages and bundles that no
 * other version has, when there are five more; packs the older ones.
 */
export function pruneVersions(dataDir: string): void {
  const { root, folderOf, all, current } = openVersions(dataDir);
  const versionIds = all();
  const isKept = (name: string) => name === current() || versionIds.indexOf(name) < KEPT;
  const isOver = (name: string) =>
    isVersionId(name)
      ? versionIds.length > KEPT + MORE && !isKept(name)
      : // What a killed build left holds private data.
        name.startsWith('building-') && Date.now() - statSync(folderOf(name)).mtimeMs > HOUR_MS;
  const over = readdirSync(root).filter(isOver);
  for (const name of over) rmSync(join(root, name), { recursive: true, force: true });
  for (const versionId of all().slice(AT_HAND))
    if (versionId !== current()) for (const file of PACKED) packFile(join(folderOf(versionId), file));
  if (over.length === 0) return;
  const manifests = all().flatMap((versionId) => readManifest(folderOf(versionId)) ?? []);
  openPageStore(dataDir).prune(new Set(manifests.flatMap(({ pages }) => Object.values(pages))));
  pruneBundles(dataDir, new Set(manifests.map(({ bundle }) => bundle)));
}
