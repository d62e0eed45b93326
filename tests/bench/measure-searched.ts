import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readCatalogue, writeCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { demandGaps } from '../../src/features/alert/demand.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type Metered, startMeteredSite } from '../support/metered.ts';
import { agencySite } from '../support/submit.ts';
import { SITE_URL } from '../support/test-site.ts';
import { copiedVersion } from '../support/written-out.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { type Figure, median, rounded } from './figure.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LISTINGS = 5000;

/** What the counting of searches costs a list, with and without it, and how long the report of a year takes. */
export async function measureSearched(bench: Bench): Promise<Figure[]> {
  return [...(await costOfCounting(bench)), ...(await timeOfReport(bench))];
}

async function costOfCounting({ versions, root, quick }: Bench): Promise<Figure[]> {
  const version = await versions.served(quick ? 1000 : LISTINGS);
  const start = async (isOn: boolean) => {
    const dataDir = join(root, `searched-${isOn}`);
    mkdirSync(dataDir);
    const versionDir = copiedVersion(version.versionDir, dataDir);
    const { catalogue } = await readCatalogue(version.versionDir);
    const { settings } = catalogue;
    const portal = { ...settings.portal, countSearches: isOn };
    writeCatalogue(versionDir, { ...catalogue, settings: { ...settings, portal } });
    return startMeteredSite({ ...version, versionDir, dataDir, logFile: join(root, `${isOn}.log`) }, { SITE_URL });
  };
  const [on, off] = [await start(true), await start(false)];
  try {
    const [few, many] = quick ? [100, 500] : [300, 4000];
    const fresh = (from: number) =>
      Array.from({ length: few }, (_, at) => `/nl/te-koop/?city=Meise%7C1860&maxPrice=${200_000 + (from + at) * 500}`);
    const same = (path: string) => Array.from({ length: many }, () => path);
    const cases = [
      ['filtered list, made', (round: number) => fresh(round * few)],
      ['filtered list, kept', () => same('/nl/te-koop/?city=Meise%7C1860')],
      ['list of a town from a file', () => same('/nl/te-koop/meise/')],
    ] as const;
    const figures: Figure[] = [];
    for (const [name, paths] of cases) {
      const times = { on: [] as number[], off: [] as number[] };
      // In turn, so that a busy machine slows both; the first round warms up the code.
      for (let round = 0; round < 6; round += 1) {
        const asked = paths(round);
        const [timeOn, timeOff] = [await load(on, asked), await load(off, asked)];
        if (round === 0) continue;
        times.on.push(timeOn);
        times.off.push(timeOff);
      }
      const [counted, plain] = [median(times.on), median(times.off)];
      figures.push({
        name: `counting searches: ${name}`,
        value: `${rounded(counted, 3)} ms`,
        number: counted,
        reference: `${rounded(plain, 3)} ms without (${rounded(counted / plain, 2)} x)`,
      });
    }
    return figures;
  } finally {
    await Promise.all([on.stop(), off.stop()]);
  }
}

let visitors = 0;

/** Processor milliseconds of the server per request, each of another visitor. */
async function load(server: Metered, paths: readonly string[]): Promise<number> {
  const before = await server.cpuMs();
  for (const path of paths) {
    visitors += 1;
    const ipAddress = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
    const { status } = await fetchPath(server.url, path, {
      headers: { 'User-Agent': BROWSER, 'X-Forwarded-For': ipAddress },
    });
    if (status !== 200) throw new Error(`${path} responded ${status}`);
  }
  return ((await server.cpuMs()) - before) / paths.length;
}

async function timeOfReport({ root, quick }: Bench): Promise<Figure[]> {
  const [savedSearches, days, kinds] = quick ? [500, 28, 100] : [10_000, 365, 400];
  const database = await openDatabase({ dataDir: mkdtempSync(join(root, 'gaps-')) });
  const agency = agencySite();
  const open = agency.listings.filter(({ gone }) => !gone);
  const zips = agency.cities.map(({ Zip }) => Zip);
  const listings = Array.from({ length: LISTINGS }, (_, at) => {
    const one = open[at % open.length]!;
    return { ...one, id: 500_000 + at, zip: zips[at % 40]!, price: one.price && one.price + (at % 50) * 5000 };
  });
  const site = createSite({ ...agency, listings });
  const insertAll = async <Table extends 'saved_searches' | 'search_counts'>(table: Table, rows: object[]) => {
    for (let at = 0; at < rows.length; at += 500)
      await database.db
        .insertInto(table)
        .values(rows.slice(at, at + 500) as never)
        .execute();
  };
  const moment = '2026-11-01T00:00:00.000Z';
  await insertAll(
    'saved_searches',
    Array.from({ length: savedSearches }, (_, at) => ({
      ...{ id: `s${at}`, lead_id: null, email: `an${at}@example.be`, language: 'nl', frequency: 'weekly' },
      ...{ state: 'confirmed', created_at: moment, confirmed_at: moment, ended_at: null },
      criteria: JSON.stringify({
        goal: at % 3 ? 'sale' : 'rent',
        types: [['house'], ['apartment'], ['land', 'garage']][at % 3],
        ...(at % 10 === 0 ? { regions: ['flanders'] } : { zips: zips[at % zips.length] }),
        within: at % 7 === 0 ? '10' : '',
        maxPrice: at % 2 ? String(150_000 + (at % 40) * 20_000) : '',
        minBedrooms: at % 5 ? '' : '4',
      }),
    })),
  );
  const now = new Date('2026-11-20T12:00:00Z');
  await insertAll(
    'search_counts',
    Array.from({ length: days }, (_, back) =>
      new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10),
    ).flatMap((day) =>
      Array.from({ length: kinds }, (_, at) => ({
        ...{ day, goal: at % 3 ? 'sale' : 'rent', place: zips[at % zips.length], type_key: ['house', 'land'][at % 2] },
        ...{ max_price: (at % 8) * 100_000, hits: ['none', 'few', 'many'][at % 3], searches: 1 + (at % 9) },
      })),
    ),
  );
  try {
    const figures: Figure[] = [];
    for (const weeks of [4, 52]) {
      await demandGaps(database, site, { weeks, offer: 'few' }, now);
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const started = performance.now();
      const gaps = await demandGaps(database, site, { weeks, offer: 'few' }, now);
      const took = performance.now() - started;
      delay.disable();
      figures.push({
        name: `report of gaps, ${weeks} weeks`,
        value: `${rounded(took)} ms`,
        number: took,
        reference: [
          `${savedSearches} saved searches, ${days * kinds} counts, ${LISTINGS} properties, ${gaps.length} gaps`,
          `other work waits ${rounded(delay.max / 1e6)} ms at most`,
        ].join('; '),
      });
    }
    return figures;
  } finally {
    await database.close();
  }
}
