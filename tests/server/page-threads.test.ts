import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openPageThreads, type PageThreads } from '../../src/server/operations/versions/page-threads.ts';

const folder = mkdtempSync(join(tmpdir(), 'dorpel-threads-'));
let threads: PageThreads | undefined;
afterEach(async () => {
  await threads?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A bundle as Astro writes it, with pages of ours. */
function bundled(code: string): PageThreads {
  const bundle = join(folder, 'server', '.prerender');
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'prerender-entry.abc123.mjs'), code);
  threads = openPageThreads(folder);
  return threads;
}

const ROUTE = (name: string) =>
  JSON.stringify({
    component: `${name}.astro`,
    route: `/${name}/[id]`,
    pattern: `^/${name}/([^/]+?)/$`,
    params: ['id'],
    segments: [],
    fallbackRoutes: [],
    type: 'page',
    prerender: true,
    origin: 'project',
    isIndex: false,
    _meta: { trailingSlash: 'always' },
  });
const PATHS = `export const allPaths = () => ({ routes: [${ROUTE('a')}, ${ROUTE('b')}], paths: [
  { pathname: '/a/1/', routeIndex: 0 }, { pathname: '/b/2/', routeIndex: 1, cacheKey: 'k' } ] });`;

test('all paths come with their routes, and each page is made with its route', async () => {
  const { paths, make } = bundled(
    `${PATHS} export const makePage = ({ url, routeIndex }) =>
      ({ images: [url, String(routeIndex)], response: null });`,
  );
  const all = await paths();
  expect(all.map(({ pathname, cacheKey, route }) => [pathname, cacheKey, route.component])).toEqual([
    ['/a/1/', undefined, 'a.astro'],
    ['/b/2/', 'k', 'b.astro'],
  ]);
  expect(all[0]?.route.pattern.test('/a/1/')).toBe(true);
  const made = await Promise.all(all.map(({ pathname, route }) => make(`https://x.example${pathname}`, route)));
  expect(made.map(({ images }) => images)).toEqual([
    ['https://x.example/a/1/', '0'],
    ['https://x.example/b/2/', '1'],
  ]);
});

test('a page that fails is named with its error, and the others are made', async () => {
  const { paths, make } = bundled(
    `${PATHS} export const makePage = async ({ routeIndex }) => {
      if (routeIndex === 1) throw new TypeError('no price');
      return { images: null, response: null };
    };`,
  );
  const [good, bad] = await paths();
  const values = await Promise.allSettled([
    make('https://x.example/a/1/', good!.route),
    make('https://x.example/b/%C3%A9/', bad!.route),
  ]);
  expect(values[0]).toMatchObject({ status: 'fulfilled' });
  expect(values[1]).toMatchObject({
    status: 'rejected',
    reason: { message: 'the page /b/é/ could not be made: no price' },
  });
});

test('a page with a route that matches none of the paths is named', async () => {
  const { paths, make } = bundled(`${PATHS} export const makePage = () => ({ images: null, response: null });`);
  const [first] = await paths();
  await expect(make('https://x.example/c/1/', { ...first!.route, route: '/c/[id]' })).rejects.toThrow(
    'the page /c/1/ could not be made: its route /c/[id] is none of those of the paths',
  );
});

test('a thread that ends during a page ends the build', async () => {
  const { paths, make } = bundled(`${PATHS} export const makePage = () => process.exit(3);`);
  const [first] = await paths();
  await expect(make('https://x.example/a/1/', first!.route)).rejects.toThrow(/^the page \/a\/1\/ could not be made: /);
});

test('an unreadable bundle reports why', async () => {
  await expect(bundled(`throw new Error('the properties cannot be read')`).paths()).rejects.toThrow(
    'the properties cannot be read',
  );
});

test('a build without a bundle reports what is missing', () => {
  mkdirSync(join(folder, 'server', '.prerender'), { recursive: true });
  expect(() => openPageThreads(folder)).toThrow(/there is no prerender-entry\.\*\.mjs in .*\.prerender/);
});
