import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIContext } from 'astro';
import { expect, test } from 'vitest';
import { GET } from '../../src/pages/indexnow.txt.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { submitChanges } from '../../src/publish/finish-publish.ts';
import { openPageStore, writeMadePages, writeManifest } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';
import { startReceiver } from '../support/webhook-server.ts';

const KEY = '0123456789abcdef';
const SITE = 'https://www.proefhof.example';

/** A data folder in which versions of small pages are published; `pages`: what each shows, by its path. */
async function open(settings: object = { indexNowKey: KEY }, siteUrl = SITE) {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(join(contentDir, 'settings'), { recursive: true });
  writeFileSync(join(contentDir, 'settings/site.json'), JSON.stringify(settings));
  const receiver = await startReceiver();
  let count = 0;
  const publish = (pages: Record<string, string>, code = 'a') => {
    count += 1;
    const versionDir = openVersions(dataDir).folderOf(`v${count}`);
    mkdirSync(versionDir, { recursive: true });
    const store = openPageStore(dataDir);
    const made = Object.entries(pages).map(([path, shown]) => {
      const hash = store.put(`${code} ${shown}`);
      return [path, { hash, key: shown, common: [], own: [], images: [] }] as const;
    });
    writeMadePages(versionDir, new Map(made));
    writeManifest(versionDir, { bundle: code, madeOf: '', siteUrl, pages: {} });
    const request = openGuardedFetch('any');
    return submitChanges({ contentDir, dataDir, outgoingRequests: 'any' }, `v${count}`, {
      ...{ endpoint: receiver.url, request },
    }).finally(() => request.close());
  };
  return { receiver, publish, dataDir };
}

test('the first version is noted; then only pages that are new, changed or gone are submitted', async () => {
  const { receiver, publish } = await open();
  const first = { '/nl/': 'one', '/nl/a/': 'two', '/nl/b/': 'three', '/nl/search.json': 'x' };
  expect(await publish(first)).toBe(0);
  expect(await publish(first)).toBe(0);
  // Other code changes every page, and nothing of what the pages show.
  expect(await publish(first, 'b')).toBe(0);
  expect(receiver.received).toEqual([]);
  const second = {
    ...{ '/nl/': 'one', '/nl/a/': 'changed', '/nl/c d/': 'new', '/nl/search.json': 'y' },
    '/nl/thanks/': '<meta name="robots" content="noindex, follow">',
  };
  expect(await publish(second)).toBe(3);
  const [{ headers, body } = { headers: {}, body: '' }, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({
    ...{ host: 'www.proefhof.example', key: KEY, keyLocation: `${SITE}/indexnow.txt` },
    urlList: [`${SITE}/nl/a/`, `${SITE}/nl/b/`, `${SITE}/nl/c%20d/`],
  });
  expect(await publish(second)).toBe(0);
});

test('many pages are submitted in batches', async () => {
  const { receiver, publish } = await open();
  const many = (text: string) => Object.fromEntries(Array.from({ length: 10_003 }, (_, at) => [`/nl/${at}/`, text]));
  await publish(many('a'));
  expect(await publish(many('b'))).toBe(10_003);
  expect(receiver.received.map(({ body }) => JSON.parse(body).urlList.length)).toEqual([10_000, 3]);
});

test.each([429, 403, 500, 302])('what is refused with %i is submitted after the next publish', async (status) => {
  const { receiver, publish } = await open();
  await publish({ '/nl/': 'one' });
  receiver.respond = () => status;
  await expect(publish({ '/nl/': 'two' })).rejects.toThrow(`IndexNow responded with ${status} to 1 URLs`);
  receiver.respond = () => 202;
  expect(await publish({ '/nl/': 'two' })).toBe(1);
});

test.each([
  ['without a key', {}, SITE],
  ['with a key that cannot be used', { indexNowKey: 'short' }, SITE],
  ['on a site of this machine', { indexNowKey: KEY }, 'http://localhost:4321'],
])('%s nothing is sent and nothing is kept', async (_name, settings, siteUrl) => {
  const { receiver, publish, dataDir } = await open(settings, siteUrl);
  await publish({ '/nl/': 'one' });
  expect(await publish({ '/nl/': 'two' })).toBe(0);
  expect(receiver.received).toEqual([]);
  expect(() => readFileSync(join(dataDir, 'indexnow.json'))).toThrow('ENOENT');
});

test('another address of the site begins anew', async () => {
  const { receiver, publish, dataDir } = await open();
  await publish({ '/nl/': 'one' });
  const file = join(dataDir, 'indexnow.json');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...kept, siteUrl: 'https://old.example' }));
  expect(await publish({ '/nl/': 'two' })).toBe(0);
  expect(receiver.received).toEqual([]);
});

test('the key is at the address that is named to search engines, and nowhere without one', async () => {
  const get = (site: object) => GET({ locals: { site: { settings: { site } } } } as unknown as APIContext);
  const response = await get({ indexNowKey: KEY });
  expect([response.status, await response.text()]).toEqual([200, KEY]);
  expect((await get({})).status).toBe(404);
});
