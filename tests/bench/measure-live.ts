import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_GENERATED } from '../support/generate-properties.ts';
import { change } from '../support/small-content.ts';
import { type StartedSite, startSite } from '../support/start-site.ts';
import { steadyLoad } from '../support/steady-load.ts';
import { projectDir, stopped } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { type Figure, percentile } from './figure.ts';

/** Milliseconds that may pass at the median, by the number of properties. */
const GATES: ReadonlyMap<number, number> = new Map([
  [100, 1000],
  [1000, 1500],
  [10_000, 3000],
]);
const [LOOK_MS, MOST_MS] = [10, 60_000];
const IN_A_ROW = 50;

/** How long it takes until one changed price is live, while the content is watched, and whether requests fail. */
export async function measureLive({ versions, quick, root }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const properties of quick ? [100] : [...GATES.keys()]) {
    const folder = join(root, `live-${properties}`);
    const built = await versions.built(properties);
    // A copy, because other measurements count on the content as it is.
    for (const part of ['content', 'data'] as const)
      cpSync(part === 'content' ? built.contentDir : built.dataDir, join(folder, part), { recursive: true });
    figures.push(...(await live(folder, properties, quick ? 5 : 50)));
  }
  return figures;
}

async function live(folder: string, properties: number, rounds: number): Promise<Figure[]> {
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  const site = await startSite({ contentDir, dataDir });
  await site.says(/Built|up to date/);
  const watching = await startWatching({ contentDir, dataDir, site });
  const url = `http://127.0.0.1:${site.port}`;
  // Another path of a property leads to its own.
  const { pathname: page } = new URL((await fetch(`${url}/nl/te-koop/x/y/${FIRST_GENERATED}/`)).url);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await untilLive(url, page, contentDir, round));
  // A version is shown as a whole: what lists and search say belongs to the same one.
  const price = 400_001 + rounds - 1;
  const isInList = (await textAt(`${url}/nl/te-koop/?minPrice=${price}&maxPrice=${price}`)).includes(page);
  const load = steadyLoad([`${url}/nl/`, `${url}${page}`, `${url}/nl/te-koop/?minPrice=1000`], { pauseMs: 20 });
  const inARow = properties > 1000 ? 10 : IN_A_ROW;
  for (let round = 0; round < inARow; round += 1) await untilLive(url, page, contentDir, rounds + round);
  const { served, failed } = await load.stop();
  await stopped(watching);
  await site.stop();
  const gate = GATES.get(properties)!;
  const [median, slow] = [percentile(times.slice(1), 50), percentile(times.slice(1), 95)];
  return [
    {
      name: `one price live, ${properties} properties`,
      value: `${Math.round(median)} ms, p95 ${Math.round(slow)} ms${isInList ? '' : ', but not in the list'}`,
      number: median,
      target: `<= ${gate} ms`,
      reference: `${rounds} rounds, the first ${Math.round(times[0]!)} ms`,
    },
    {
      name: `requests failed while ${inARow} versions went live, ${properties} properties`,
      value: `${failed.length} of ${served + failed.length}`,
      number: failed.length,
      target: '0',
      reference: failed[0] ?? '',
    },
  ];
}

const textAt = async (url: string) => (await fetch(url)).text();

async function untilLive(url: string, page: string, contentDir: string, round: number): Promise<number> {
  const price = 400_001 + round;
  change(join(contentDir, `properties/${FIRST_GENERATED}.json`), (property) => ({
    ...property,
    ...{ Price: price, PublishPrice: true, PreviousPrice: undefined },
  }));
  const start = performance.now();
  const words = String(price).replace(/(\d{3})$/, '.$1');
  while (!(await textAt(url + page)).includes(words)) {
    if (performance.now() - start > MOST_MS) throw new Error(`The price ${words} was not live after a minute`);
    await pause(LOOK_MS);
  }
  const took = performance.now() - start;
  // The next one is not saved while this publish compresses its pages.
  await pause(300);
  return took;
}

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
