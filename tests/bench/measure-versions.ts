import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { type Figure, percentile } from './figure.ts';
import { changeProperty, type LiveSite, untilShown, withLiveSite } from './live-site.ts';
import { memoryMb } from './memory.ts';

/** How many versions go live in a row, and of how many properties: many, and large ones. */
const [MANY, LARGE] = [
  { properties: 100, versions: 500 },
  { properties: 10_000, versions: 20 },
];
const AT_ONCE = 100;

/** What many versions cost: time of large changes, memory, disk and pauses of the running site. */
export async function measureVersions(bench: Bench): Promise<Figure[]> {
  const { quick } = bench;
  const few = quick ? { properties: 100, versions: 5 } : LARGE;
  const figures = await withLiveSite(bench, few.properties, async (live) => [
    await labelFigure(live, few.properties),
    await importFigure(live, few.properties),
    ...(await stallFigures(live, few)),
  ]);
  const many = quick ? { properties: 100, versions: 10 } : MANY;
  figures.push(await withLiveSite(bench, many.properties, (live) => memoryFigure(live, many)));
  return figures;
}

async function labelFigure({ contentDir, url, page }: LiveSite, properties: number): Promise<Figure> {
  mkdirSync(join(contentDir, 'labels'), { recursive: true });
  for (const language of ['nl', 'fr']) {
    const file = join(contentDir, 'labels', `${language}.json`);
    const labels = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
    writeFileSync(file, JSON.stringify({ ...labels, SKIP_TO_CONTENT: 'Bench 1' }));
  }
  const took = await untilShown(url + page, 'Bench 1');
  return {
    name: `one label of all pages live, ${properties} properties`,
    value: `${(took / 1000).toFixed(1)} s`,
    number: took,
    target: '<= 50 s',
  };
}

async function importFigure({ contentDir, url, page }: LiveSite, properties: number): Promise<Figure> {
  const many = Math.min(AT_ONCE, properties);
  for (let at = many - 1; at >= 0; at -= 1) changeProperty(contentDir, at, 555_001);
  const took = await untilShown(url + page, '555.001');
  return {
    name: `${many} properties changed at once live, of ${properties}`,
    value: `${(took / 1000).toFixed(1)} s`,
    number: took,
    target: '<= 8 s',
  };
}

/**
 * The longest time for which the serving process did nothing else while versions went live, as it measures itself: a
 * response also waits for the process that asks. And what the versions take on the disk.
 */
async function stallFigures(
  { dataDir, url, stallSince, untilLive }: LiveSite,
  { properties, versions }: { properties: number; versions: number },
): Promise<Figure[]> {
  const before = diskMb(dataDir);
  const idle = pings(`${url}/robots.txt`);
  await pause(10_000);
  const quiet = await idle.stop();
  const begunMs = Date.now();
  const busy = pings(`${url}/robots.txt`);
  for (let round = 0; round < versions; round += 1) await untilLive(round);
  const times = await busy.stop();
  // The last quarter of a second is written then.
  await pause(300);
  const stallMs = stallSince(begunMs);
  const after = diskMb(dataDir);
  return [
    {
      name: `longest stall while ${versions} versions went live, ${properties} properties`,
      value: `${Math.round(stallMs)} ms`,
      number: stallMs,
      target: '<= 50 ms',
      reference: `longest response ${longest(times)}; without: ${longest(quiet)}`,
    },
    {
      name: `disk for ${versions} versions of ${properties} properties`,
      value: `${(after / before).toFixed(2)} x one version`,
      number: after / before,
      target: '<= 1.2 x',
      reference: `${before} MB -> ${after} MB`,
    },
  ];
}

async function memoryFigure(
  { site, dataDir, untilLive }: LiveSite,
  { properties, versions }: { properties: number; versions: number },
): Promise<Figure> {
  const memory = () => memoryMb(site.child.pid!);
  const measured: number[] = [];
  for (let round = 0; round < versions; round += 1) {
    await untilLive(round);
    // The first versions fill caches.
    if (round >= versions / 10) measured.push(memory());
  }
  const tenth = Math.max(1, Math.floor(measured.length / 10));
  const [first, last] = [measured.slice(0, tenth), measured.slice(-tenth)].map((some) => percentile(some, 50));
  return {
    name: `memory of the site after ${versions} versions, ${properties} properties`,
    value: `${Math.round((last! / first! - 1) * 100)} %`,
    number: last! / first! - 1,
    target: '<= 10 %',
    reference: `${Math.round(first!)} MB -> ${Math.round(last!)} MB, disk ${diskMb(dataDir)} MB`,
  };
}

const longest = (times: readonly number[]): string =>
  `${Math.round(Math.max(...times))} ms, p99 ${Math.round(percentile(times, 99))} ms`;

/** Requests an address again and again, and keeps how long each response took. */
function pings(url: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const start = performance.now();
      await (await fetch(url)).text();
      times.push(performance.now() - start);
      await pause(5);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      return times;
    },
  };
}

const diskMb = (dataDir: string): number =>
  ['versions', 'pages'].reduce(
    (sum, name) => sum + Number(execFileSync('du', ['-sm', join(dataDir, name)], { encoding: 'utf8' }).split('\t')[0]),
    0,
  );
