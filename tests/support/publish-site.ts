import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { changeFile } from '../../src/content/changes/change-file.server.ts';
import { contentWriterOf } from '../../src/content/history/content-writer.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';

import { bundleDirOf } from '../../src/publish/bundle/code-hash.ts';
import { readManifest } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { copySmallContent } from './small-content.ts';
import { freePort, type StartedSite, startSite } from './start-site.ts';
import { STUDIO_HOST } from './studio-site.ts';

/** A small site as `npm start` runs it, with a studio that publishes. */
export interface PublishSite {
  url: string;
  dataDir: string;
  contentDir: string;
  site: StartedSite;
  /** ID of the live version. */
  live(): string | null;
  /** Writes a property as a program of this person does, or without a name as an editor does by hand. */
  write(id: number, more: Record<string, unknown>, who?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with the bundle of a version that was built for the tests. */
export async function startPublishSite(
  versionDir: string,
  variables: Record<string, string> = {},
  enabledLanguages: readonly string[] = ['nl'],
): Promise<PublishSite> {
  const root = mkdtempSync(join(tmpdir(), 'dorpel-publish-'));
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  copySmallContent(contentDir, { defaultLanguage: 'nl', enabledLanguages });
  const { bundle } = readManifest(versionDir)!;
  mkdirSync(join(dataDir, 'bundles'), { recursive: true });
  symlinkSync(bundleDirOf(resolve(versionDir, '../..'), bundle), bundleDirOf(dataDir, bundle));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { SITE_URL: url, STUDIO_URL: `http://${STUDIO_HOST}:${port}`, CAPTCHA: 'off', TRUST_PROXY: 'loopback' };
  const site = await startSite({ contentDir, dataDir, port, variables: { ...own, ...variables } });
  await site.says(/Ready/);
  await site.says(/Built/);
  return {
    ...{ url, dataDir, contentDir, site },
    live: () => openVersions(dataDir).current(),
    async write(id, more, who) {
      const file = `properties/${id}.json`;
      if (!who) {
        const full = join(contentDir, file);
        const data = JSON.parse(readFileSync(full, 'utf8'));
        return writeFileSync(full, JSON.stringify({ ...data, ...more }, null, 2));
      }
      const database = await openDatabase({ dataDir });
      const writer = contentWriterOf(database, { contentDir, dataDir });
      const by = { who, source: 'command' as const, why: 'test' };
      await changeFile(writer, file, by, (present) => ({ ...(present as object), ...more }));
      await database.close();
    },
    async stop() {
      await site.stop();
      // A publisher that ends with the site may still be writing its last file.
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
