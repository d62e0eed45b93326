import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_GENERATED } from '../support/generate-properties.ts';
import { METER_OPTION } from '../support/metered.ts';
import { change } from '../support/small-content.ts';
import { type StartedSite, startSite } from '../support/start-site.ts';
import { projectDir, stopped } from '../support/test-site.ts';
import type { Bench } from './bench.ts';

/** A site that runs while its content is watched. */
export interface LiveSite {
  site: StartedSite;
  url: string;
  contentDir: string;
  dataDir: string;
  /** Path of the property whose price changes. */
  page: string;
  /** The longest stall of the serving process since a moment, in milliseconds. */
  stallSince(atMs: number): number;
  /** Changes its price and waits until its page shows it; returns the milliseconds. */
  untilLive(round: number): Promise<number>;
}

const [LOOK_MS, MOST_MS] = [10, 120_000];

/** The price that `untilLive` sets in a round. */
export const priceOf = (round: number): number => 400_001 + round;

/** Starts the site of a number of properties on a copy of its folders, watches it, and stops both after `use`. */
export async function withLiveSite<T>(
  { versions, root }: Bench,
  properties: number,
  use: (live: LiveSite) => Promise<T>,
): Promise<T> {
  const built = await versions.built(properties);
  const folder = mkdtempSync(join(root, `live-${properties}-`));
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  // A copy, because other measurements count on the content as it is.
  cpSync(built.contentDir, contentDir, { recursive: true });
  cpSync(built.dataDir, dataDir, { recursive: true });
  const stallFile = join(folder, 'stalls.jsonl');
  const metered = { NODE_OPTIONS: METER_OPTION, DORPEL_METER_STALLS: stallFile };
  const site = await startSite({ contentDir, dataDir, variables: metered });
  try {
    await site.says(/Built|up to date/);
    const watching = await startWatching({ contentDir, dataDir, site });
    try {
      const url = `http://127.0.0.1:${site.port}`;
      // Another path of a property leads to its own.
      const { pathname: page } = new URL((await fetch(`${url}/nl/te-koop/x/y/${FIRST_GENERATED}/`)).url);
      const untilLive = (round: number) => {
        const price = priceOf(round);
        changeProperty(contentDir, 0, price);
        return untilShown(url + page, String(price).replace(/(\d{3})$/, '.$1'));
      };
      const stallSince = (atMs: number) => longestStall(stallFile, atMs);
      return await use({ site, url, contentDir, dataDir, page, stallSince, untilLive });
    } finally {
      await stopped(watching);
    }
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function longestStall(file: string, sinceMs: number): number {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as { atMs: number; stallMs: number });
  return Math.max(...all.filter(({ atMs }) => atMs >= sinceMs).map(({ stallMs }) => stallMs));
}

/** Changes the price of one of the generated properties. */
export function changeProperty(contentDir: string, at: number, price: number): void {
  change(join(contentDir, `properties/${FIRST_GENERATED + at}.json`), (property) => ({
    ...property,
    ...{ Price: price, PublishPrice: true, PreviousPrice: undefined },
  }));
}

/** Milliseconds until a page shows words. */
export async function untilShown(url: string, words: string): Promise<number> {
  const start = performance.now();
  while (!(await textAt(url)).includes(words)) {
    if (performance.now() - start > MOST_MS) throw new Error(`"${words}" was not live after ${MOST_MS / 1000} s`);
    await pause(LOOK_MS);
  }
  const took = performance.now() - start;
  // The next one is not saved while this publish compresses its pages.
  await pause(300);
  return took;
}

/** What a page shows. */
export const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

async function startWatching({
  contentDir,
  dataDir,
  site,
}: {
  contentDir: string;
  dataDir: string;
  site: StartedSite;
}) {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const variables = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, SITE_URL: 'http://small.example' };
  const child = spawn(process.execPath, [...flags, 'src/commands/site.ts', 'publish', '--watch'], {
    cwd: projectDir,
    env: { ...process.env, ...variables, PORT: String(site.port), NODE_ENV: 'production', VITEST: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => /Watching/.test(chunk.toString('utf8')) && resolve());
    child.on('exit', (code) => reject(new Error(`publish --watch ended (${code})`)));
  });
  return child;
}
