import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type KnownCatalogue, readCatalogue } from '../content/site/catalogue.server.ts';
import { createSite, type Site } from '../content/site/site.ts';
import { type Labels, openLabels } from '../i18n/labels.server.ts';
import { readPacked } from '../platform/files/packed-file.server.ts';
import { openVersionFiles, type VersionFiles } from '../publish/manifest.ts';

/** A version as this process shows it. */
export interface Version {
  versionDir: string;
  site: Site;
  known: KnownCatalogue;
  labels: Labels;
  /** The file of the labels, to know whether they are those of the version before. */
  labelsJson: Buffer;
  files: VersionFiles;
}

/** Reads a version in steps, between which requests are handled; listings of the version before are not read again. */
export async function readVersion(versionDir: string, before?: Version): Promise<Version> {
  const files = openVersionFiles(versionDir);
  await setImmediate();
  const { catalogue, known } = await readCatalogue(versionDir, before?.known, setImmediate);
  await setImmediate();
  const site = createSite(catalogue);
  await setImmediate();
  // The labels of this version, because the labels in the content folder may be half written or newer.
  const labelsJson = readPacked(join(versionDir, 'labels.json'));
  const labels = before?.labelsJson.equals(labelsJson) ? before.labels : openLabels(JSON.parse(labelsJson.toString()));
  return { versionDir, site, known, labels, labelsJson, files };
}

/** Other code, and settings that are read when a process starts, need another process. */
export const isForThisProcess = (before: Version, next: Version): boolean =>
  [before, next]
    .map(({ site: { settings }, files }) =>
      JSON.stringify([files.serverEntry, settings.portal, settings.site.agency.name, settings.site.agency.email]),
    )
    .every((facts, _at, all) => facts === all[0]);
