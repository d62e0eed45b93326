import { join } from 'node:path';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { type Figure, median, rounded } from './figure.ts';

const PROPERTIES = 10_000;

/**
 * From the start of the server process to its first response; the database knows the properties already, as after any
 * restart.
 */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const properties = bench.quick ? 1000 : PROPERTIES;
  const version = await bench.versions.served(properties);
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const started = performance.now();
    const server = await startMeteredSite({ ...version, logFile: join(bench.root, 'start.log') }, { SITE_URL });
    try {
      const { status } = await fetchPath(server.url, '/nl/');
      if (status !== 200) throw new Error(`The first page responded ${status}`);
      times.push(performance.now() - started);
    } finally {
      await server.stop();
    }
  }
  const [first, ...again] = times;
  return [
    {
      name: `start to first response, ${properties} properties`,
      value: `${rounded(median(again) / 1000, 2)} s`,
      number: median(again),
      target: '<= 1.5 s',
      reference: `${rounded(first! / 1000, 2)} s the first time, with ${properties} properties to record`,
    },
  ];
}
