import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../files/write-atomically.server.ts';

const fileIn = (dataDir: string) => join(dataDir, 'site-url');

/** The public address under which a data folder was last served, and the file that says so; null when there is none. */
export function rememberedSiteUrl(dataDir: string): { url: string; file: string } | null {
  const file = fileIn(dataDir);
  try {
    const url = readFileSync(file, 'utf8').trim();
    return url ? { url, file } : null;
  } catch {
    return null;
  }
}

/** Remembers the public address with the data, so that commands without SITE_URL use it. */
export async function rememberSiteUrl(dataDir: string, url: string): Promise<void> {
  if (rememberedSiteUrl(dataDir)?.url !== url) await writeAtomically(fileIn(dataDir), `${url}\n`);
}

/**
 * Throws a sentence when pages would be published with another address than the one under which the site is served.
 */
export function refuseOtherSite({ dataDir, siteUrl }: { dataDir: string; siteUrl: string }): void {
  const remembered = rememberedSiteUrl(dataDir);
  if (remembered && remembered.url !== siteUrl)
    throw new Error(
      `SITE_URL=${siteUrl} is not the address under which this data is served, ${remembered.url}. ` +
        'Correct it, or start the server with the new address first: "npm start" remembers a public one. ' +
        `For a copy that is only tried out on this machine, delete ${fileIn(dataDir)}.`,
    );
}
