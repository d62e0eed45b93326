import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { projectDir, SITE_URL } from '../support/test-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A small version for servers of the trials. */
    trialVersion: { versionDir: string; contentDir: string };
  }
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Builds a site of three properties once for all trials, and removes it afterwards; its properties have many viewing
 * times.
 */
export default async function setup(project: TestProject) {
  const root = mkdtempSync(join(tmpdir(), 'dorpel-trials-'));
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  copySmallContent(contentDir, {});
  const hours = Object.fromEntries(WEEK.map((day) => [day, [{ from: '07:00', to: '21:00' }]]));
  change(join(contentDir, 'settings/viewings.json'), (viewings) => ({
    ...viewings,
    hours,
    agents: {},
    closedDays: [],
    lengthMinutes: 15,
    horizonDays: 90,
  }));
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  if (!result.ok)
    throw new Error(`The site of the trials cannot be built:\n${JSON.stringify(result.problems)}\n${result.output}`);
  project.provide('trialVersion', { versionDir: openVersions(dataDir).folderOf(result.versionId), contentDir });
  return () => rmSync(root, { recursive: true, force: true });
}
