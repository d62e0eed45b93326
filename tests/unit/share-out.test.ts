import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareOut } from '../../src/publish/render-pages.ts';

const PAGES = Array.from({ length: 40 }, (_, at) => ({ path: `/${at}/`, route: 0 }));

/** Makes all pages with four lanes, as a publish does; tells who made them and how many at once. */
async function made(ready: (thirdHere: Promise<void>) => Promise<void>) {
  const by: { here: string[]; there: string[] } = { here: [], there: [] };
  const order: string[] = [];
  const [now, most] = [
    { here: 0, there: 0 },
    { here: 0, there: 0 },
  ];
  const third = Promise.withResolvers<void>();
  const maker = (who: 'here' | 'there', ms: number) => async (page: { path: string }) => {
    by[who].push(page.path);
    order.push(who);
    now[who] += 1;
    most[who] = Math.max(most[who], now[who]);
    await pause(ms);
    now[who] -= 1;
    if (by.here.length === 3) third.resolve();
    return { hash: page.path, images: [], uses: [] };
  };
  const make = shareOut(maker('here', 2), { count: 1, ready: () => ready(third.promise), make: maker('there', 3) });
  let next = 0;
  const hashes: string[] = [];
  const lane = async () => {
    while (next < PAGES.length) hashes.push((await make(PAGES[next++]!)).hash);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return { ...by, order, most, hashes: hashes.sort() };
}

const all = PAGES.map(({ path }) => path).sort();

test('pages are made here until the threads have read the content, then in both, each once', async () => {
  const { here, there, order, most, hashes } = await made((thirdHere) => thirdHere);
  expect(hashes).toEqual(all);
  expect(order.indexOf('there')).toBeGreaterThanOrEqual(3);
  expect([...here, ...there].sort()).toEqual(all);
  expect(there.length).toBeGreaterThan(0);
  expect(here.length).toBeGreaterThan(3);
  expect(most.here).toBe(1);
});

test('a thread has its next page already, and no more', async () => {
  const { there, most } = await made(async () => {});
  expect(there.length).toBeGreaterThan(5);
  // One more may have waited for its turn here while the last place was taken.
  expect(most.there).toBeGreaterThanOrEqual(2);
  expect(most.there).toBeLessThanOrEqual(3);
});

test('threads that cannot read the content leave all pages to this process', async () => {
  const { here, there } = await made(() => Promise.reject(new Error('no memory')));
  expect([here.sort(), there]).toEqual([all, []]);
});

test('a page that fails fails its publish', async () => {
  const make = shareOut(() => Promise.reject(new Error('no price')), {
    count: 1,
    ready: () => new Promise(() => {}),
    make: () => Promise.reject(new Error('unused')),
  });
  await expect(make(PAGES[0]!)).rejects.toThrow('no price');
});
