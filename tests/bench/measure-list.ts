import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_CORNERS, pathOfOutline } from '../../src/features/place/outline.ts';
import { startMetered, startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { type Figure, rounded } from './figure.ts';
import { startNginx } from './nginx-page.ts';

const PROPERTIES = 10_000;
const AT_ONCE = 2;
const LIST = '/nl/te-koop/';
const AREA = pathOfOutline(
  Array.from({ length: MOST_CORNERS }, (_, at) => ({
    latitude: 50.95 + 0.3 * Math.sin((at / MOST_CORNERS) * 2 * Math.PI),
    longitude: 4.4 + 0.4 * Math.cos((at / MOST_CORNERS) * 2 * Math.PI),
  })),
);

/**
 * Processor time of the server per request: a filtered list made and kept, a page from a file, beside a constant page
 * of Node.
 */
export async function measureList(bench: Bench): Promise<Figure[]> {
  const properties = bench.quick ? 1000 : PROPERTIES;
  const version = await bench.versions.served(properties);
  const logFile = (name: string) => join(bench.root, `${name}.log`);
  const server = await startMeteredSite({ ...version, logFile: logFile('list') }, { SITE_URL });
  const kept = `${LIST}?sort=price-asc`;
  const { status, body } = await fetchPath(server.url, kept);
  if (status !== 200) throw new Error(`${kept} responded ${status}`);
  const constant = await startMetered(
    fileURLToPath(new URL('constant-page.ts', import.meta.url)),
    { BENCH_BYTES: String(body.length) },
    logFile('constant'),
  );
  try {
    const [few, many] = bench.quick ? [100, 1000] : [400, 8000];
    const prices = Array.from({ length: few * 2 }, (_, at) => `${LIST}?minPrice=${50_000 + at * 500}&sort=price-asc`);
    // Half of them warm up the code; the measured ones were never requested before.
    await load(server, prices.slice(0, few));
    const uncached = await load(server, prices.slice(few));
    const same = (path: string) => Array.from({ length: many }, () => path);
    await load(server, same(kept));
    // A drawn area of sixty corners around most of what is found, and two towns with what is near them.
    const drawn = `area=${AREA}&city=Grimbergen%7C1850&city=Vilvoorde%7C1800&within=20`;
    const areas = prices.map((path) => `${path}&${drawn}`);
    await load(server, areas.slice(0, few));
    const inArea = await load(server, areas.slice(few));
    const cached = await load(server, same(kept));
    await load(constant, same('/'));
    const plain = await load(constant, same('/'));
    await load(server, same('/nl/'));
    const file = await load(server, same('/nl/'));
    const page = (await fetchPath(server.url, '/nl/', { headers: { 'Accept-Encoding': 'identity' } })).body;
    const nginx = await startNginx(bench.root, page);
    const zipped = { 'Accept-Encoding': 'gzip' };
    await load(server, same('/nl/'), zipped);
    const fileZipped = await load(server, same('/nl/'), zipped);
    let byNginx = Number.NaN;
    if (nginx) {
      await load(nginx, same('/'), zipped);
      byNginx = await load(nginx, same('/'), zipped);
      await nginx.stop();
    }
    const line = (name: string, ms: number, target: string): Figure => ({
      name: `${name}, ${properties} properties`,
      value: `${rounded(ms, 3)} ms`,
      number: ms,
      target,
      reference: `${rounded(plain, 3)} ms constant page of Node (${rounded(ms / plain, 1)} x)`,
    });
    return [
      line('filtered list, made', uncached, '<= 8 ms (aim 2)'),
      line('list of places in a drawn area, made', inArea, '<= 8 ms'),
      line('filtered list, kept', cached, '<= 0.3 ms'),
      line('static page', file, '<= 0.08 ms'),
      {
        ...line('static page, gzip', fileZipped, '<= 2 x nginx'),
        reference: nginx
          ? `${rounded(byNginx, 3)} ms nginx gzip_static (${rounded(fileZipped / byNginx, 1)} x)`
          : 'no nginx is installed',
      },
    ];
  } finally {
    await Promise.all([server.stop(), constant.stop()]);
  }
}

/** Requests all paths, two at a time, and returns the processor milliseconds of the server per request. */
export async function load(
  server: { url: string; cpuMs: () => number | Promise<number> },
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<number> {
  const before = await server.cpuMs();
  let next = 0;
  const work = async () => {
    while (next < paths.length) {
      const path = paths[next++]!;
      const { status } = await fetchPath(server.url, path, { headers });
      if (status !== 200) throw new Error(`${path} responded ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ((await server.cpuMs()) - before) / paths.length;
}
