import { steadyLoad } from '../support/steady-load.ts';
import type { Bench } from './bench.ts';
import { type Figure, percentile } from './figure.ts';
import { type LiveSite, priceOf, textAt, withLiveSite } from './live-site.ts';

/** Milliseconds that may pass at the median, by the number of properties. */
const GATES: ReadonlyMap<number, number> = new Map([
  [100, 1000],
  [1000, 1500],
  [10_000, 3000],
  [20_000, 5000],
]);
const IN_A_ROW = 50;

/** How long it takes until one changed price is live, while the content is watched, and whether requests fail. */
export async function measureLive(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  const usual = bench.quick ? [100] : [...GATES.keys()];
  for (const properties of bench.properties > 0 ? [bench.properties] : usual)
    figures.push(...(await live(bench, properties, bench.quick ? 5 : 50)));
  return figures;
}

function live(bench: Bench, properties: number, rounds: number): Promise<Figure[]> {
  return withLiveSite(bench, properties, (site) => figuresOf(site, properties, rounds));
}

async function figuresOf({ url, page, untilLive }: LiveSite, properties: number, rounds: number): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await untilLive(round));
  // A version is shown as a whole: what lists and search say belongs to the same one.
  const price = priceOf(rounds - 1);
  const isInList = (await textAt(`${url}/nl/te-koop/?minPrice=${price}&maxPrice=${price}`)).includes(page);
  const load = steadyLoad([`${url}/nl/`, `${url}${page}`, `${url}/nl/te-koop/?minPrice=1000`], { pauseMs: 20 });
  const inARow = properties > 1000 ? 10 : IN_A_ROW;
  for (let round = 0; round < inARow; round += 1) await untilLive(rounds + round);
  const { served, failed } = await load.stop();
  const gate = GATES.get(properties) ?? 0;
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
