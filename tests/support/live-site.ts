import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readCatalogue, writeCatalogue } from '../../src/content/site/catalogue.server.ts';
import type { Schema } from '../../src/platform/database/schema.ts';
import { serveSite } from './serving-process.ts';
import { freePort } from './start-site.ts';
import { copiedVersion } from './written-out.ts';

/** The key that signs tokens on a live site of the tests. */
export const LIVE_SECRET = 'a secret of the live tests, long enough';

/** A server of its own over a built version, at a URL to which a browser can post, with an empty database. */
export interface LiveSite {
  url: string;
  dataDir: string;
  contentDir: string;
  databaseFile: string;
  /** What it complained of until now. */
  log: () => string;
  /** Rows of a table. */
  rows: (table: keyof Schema) => Record<string, unknown>[];
  /** Mails that were written to files, whole. */
  mailFiles: () => string[];
  stop: () => Promise<void>;
}

/** Starts it; each X-Forwarded-For counts as a visitor, and a form may be sent `minimumSeconds` after it was opened. */
export async function startLiveSite(
  { versionDir, contentDir }: { versionDir: string; contentDir: string },
  {
    captcha = 'off',
    minimumSeconds = 0,
    siteUrl,
    studioHost,
    variables = {},
  }: {
    captcha?: 'on' | 'off';
    minimumSeconds?: number;
    /** The public URL, when a proxy is in front. */
    siteUrl?: string;
    /** Name of the host of the studio, such as `studio.localhost`; left out = the public host. */
    studioHost?: string;
    variables?: Record<string, string>;
  } = {},
): Promise<LiveSite> {
  const root = mkdtempSync(join(tmpdir(), 'dorpel-live-'));
  const [dataDir, ownContent] = [join(root, 'data'), join(root, 'content')];
  mkdirSync(dataDir);
  const version = copiedVersion(versionDir, dataDir);
  // Pictures are named by their content, so that servers can share those that they have drawn.
  const drawn = resolve(versionDir, '../../media');
  mkdirSync(drawn, { recursive: true });
  symlinkSync(drawn, join(dataDir, 'media'));
  const catalogue = (await readCatalogue(versionDir)).catalogue;
  const { settings } = catalogue;
  writeCatalogue(version, { ...catalogue, settings: { ...settings, forms: { ...settings.forms, minimumSeconds } } });
  cpSync(contentDir, ownContent, { recursive: true, preserveTimestamps: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const served = await serveSite({
    DORPEL_VERSION_DIR: version,
    CONTENT_DIR: ownContent,
    DATA_DIR: dataDir,
    SITE_URL: siteUrl ?? url,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'loopback',
    SECRET: LIVE_SECRET,
    CAPTCHA: captcha,
    DATABASE_URL: '',
    SMTP_URL: '',
    STUDIO_URL: studioHost ? `http://${studioHost}:${port}` : '',
    ...variables,
  });
  const databaseFile = join(dataDir, 'dorpel.sqlite');
  return {
    url,
    dataDir,
    contentDir: ownContent,
    databaseFile,
    log: served.log,
    rows(table) {
      const handle = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5000 });
      try {
        return handle.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
      } finally {
        handle.close();
      }
    },
    mailFiles() {
      const folder = join(dataDir, 'mail');
      // A mail that is being written has another name until it is complete.
      const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
      return files.map((file) => readFileSync(join(folder, file), 'utf8'));
    },
    async stop() {
      await served.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
