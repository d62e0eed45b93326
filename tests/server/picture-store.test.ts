import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPictureStore } from '../../src/features/import/pictures.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { english } from '../support/english.ts';
import { testFolder } from '../support/folder.ts';

const photograph = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

let root = '';
let served: Buffer;
let headers: Record<string, string>;
let asked: string[];
let url = '';
beforeEach(async () => {
  [root, asked, headers] = [testFolder(), [], { ETag: '"one"' }];
  served = await photograph('#a64');
  const server = createServer((request, response) => {
    asked.push(request.method!);
    response.writeHead(200, { ...headers, 'Content-Length': served.length });
    response.end(request.method === 'HEAD' ? undefined : served);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/front.jpg`;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What an import of this day stores for the photograph. */
async function importOn(day: string, key?: string) {
  vi.setSystemTime(new Date(`${day}T12:00:00Z`));
  const store = openPictureStore({
    ...{ contentDir: join(root, 'content'), dataDir: root, pictureDir: root, request: openGuardedFetch('any') },
  });
  const picture = { source: url, ...(key && { key }) };
  const isStale = store.isStale(picture);
  const result = await store.fetch(picture);
  await store.close();
  return { isStale, path: result.ok ? result.path : english(result.reason) };
}

test('a photograph under the same URL is looked at once a day, and fetched again when it is another one', async () => {
  const first = await importOn('2026-11-20');
  expect(await importOn('2026-11-20')).toEqual({ isStale: false, path: first.path });
  expect(asked).toEqual(['GET']);
  expect(await importOn('2026-11-21')).toEqual({ isStale: true, path: first.path });
  expect(asked).toEqual(['GET', 'HEAD']);
  [served, headers] = [await photograph('#4a6'), { ETag: '"two"' }];
  const second = await importOn('2026-11-22');
  expect(second.path).not.toBe(first.path);
  expect(asked).toEqual(['GET', 'HEAD', 'HEAD', 'GET']);
});

test('another length alone says so too', async () => {
  headers = {};
  const { path } = await importOn('2026-11-20');
  served = Buffer.concat([await photograph('#46a'), Buffer.alloc(50)]);
  expect((await importOn('2026-11-21')).path).not.toBe(path);
});

test('one that has become unusable, or has a key of its vendor, stays as it is', async () => {
  const { path } = await importOn('2026-11-20');
  [served, headers] = [Buffer.from('no picture'), { ETag: '"three"' }];
  expect((await importOn('2026-11-21')).path).toBe(path);
  served = await photograph('#4a6');
  expect((await importOn('2026-11-22')).path).not.toBe(path);
  asked = [];
  await importOn('2026-11-22', 'vendor 1');
  expect(await importOn('2026-11-24', 'vendor 1')).toMatchObject({ isStale: false });
  expect(asked).toEqual(['GET']);
});

test('a placeholder of one pixel is no photograph', async () => {
  served = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect((await importOn('2026-11-20')).path).toBe('is 1 x 1 pixels, which is no photograph');
});
