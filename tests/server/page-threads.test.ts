import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openPageThreads, type PageThreads } from '../../src/publish/render-pages.ts';
import { openPageStore } from '../../src/publish/version-files.ts';
import { testFolder } from '../support/folder.ts';

let threads: PageThreads | undefined;
afterEach(async () => threads?.close());

/** A bundle as Astro writes it, with pages of ours. */
function bundled(code: string | null) {
  const folder = testFolder();
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'content.json'), '{"title":"Huis"}');
  if (code !== null) writeFileSync(join(folder, 'pages/prerender-entry.abc123.mjs'), code);
  threads = openPageThreads({
    bundleDir: folder,
    contentFile: join(folder, 'content.json'),
    siteUrl: 'https://x.example',
    dataDir: join(folder, 'data'),
  });
  return { threads, store: openPageStore(join(folder, 'data')) };
}

const ALL = "all: () => [{ path: '/a/1/', route: 0 }, { path: '/b/é/', route: 1, key: 'k' }]";

test('each page is rendered with its content, its URL and its route, and stored', async () => {
  const { threads, store } = bundled(
    `export const openPages = ({ content, siteUrl }) => ({ ${ALL},
      render: ({ path, route }) => ({ body: [content.title, siteUrl + path, route].join(' '), images: [path] }) });`,
  );
  const all = await threads.all();
  expect(all).toEqual([
    { path: '/a/1/', route: 0 },
    { path: '/b/é/', route: 1, key: 'k' },
  ]);
  const made = await Promise.all(all.map(threads.make));
  expect(made.map(({ images }) => images)).toEqual([['/a/1/'], ['/b/é/']]);
  expect(made.map(({ hash }) => readFileSync(store.fileOf(hash), 'utf8'))).toEqual([
    'Huis https://x.example/a/1/ 0',
    'Huis https://x.example/b/é/ 1',
  ]);
});

test('equal bodies are one file, and a body that no version has is removed', async () => {
  const { threads, store } = bundled(
    `export const openPages = () => ({ ${ALL}, render: () => ({ body: 'same', images: [] }) });`,
  );
  const [one, two] = await Promise.all((await threads.all()).map(threads.make));
  expect(one!.hash).toBe(two!.hash);
  expect(store.has(one!.hash)).toBe(true);
  store.prune(new Set([one!.hash]));
  expect(store.has(one!.hash)).toBe(true);
  store.prune(new Set());
  expect(store.has(one!.hash)).toBe(false);
});

test('a page that fails is named with its error, and the others are made', async () => {
  const { threads } = bundled(
    `export const openPages = () => ({ ${ALL}, render: async ({ route }) => {
      if (route === 1) throw new TypeError('no price');
      return { body: 'good', images: [] };
    } });`,
  );
  const values = await Promise.allSettled((await threads.all()).map(threads.make));
  expect(values[0]).toMatchObject({ status: 'fulfilled' });
  expect(values[1]).toMatchObject({
    status: 'rejected',
    reason: { message: 'the page /b/é/ could not be made: no price' },
  });
});

test('a thread that ends during a page ends the build', async () => {
  const { threads } = bundled(`export const openPages = () => ({ ${ALL}, render: () => process.exit(3) });`);
  const [first] = await threads.all();
  await expect(threads.make(first!)).rejects.toThrow(/^the page \/a\/1\/ could not be made: /);
});

test('an unreadable bundle reports why', async () => {
  await expect(bundled(`throw new Error('the properties cannot be read')`).threads.all()).rejects.toThrow(
    'the properties cannot be read',
  );
});

test('a build without a bundle reports what is missing', () => {
  expect(() => bundled(null)).toThrow(/there is no prerender-entry\.\*\.mjs in .*pages/);
});

test('a stored body is never half written', () => {
  const store = openPageStore(testFolder());
  const hash = store.put('whole');
  rmSync(store.fileOf(hash));
  expect(store.has(hash)).toBe(false);
  expect(store.put('whole')).toBe(hash);
  expect(readFileSync(store.fileOf(hash), 'utf8')).toBe('whole');
});
