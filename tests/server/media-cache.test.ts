import fileSystem, { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMediaCache } from '../../src/platform/media/renderer.server.ts';
import { testFolder } from '../support/folder.ts';
import { mediaPhoto } from '../support/media-photo.ts';
import { openMediaSite } from '../support/media-site.ts';

const hour = 60 * 60 * 1000;
const age = (file: string, ms: number) => utimes(file, new Date(Date.now() - ms), new Date(Date.now() - ms));

describe('a variant is rendered once', () => {
  test('for forty visitors at the same moment', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(800, 600));
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => site.fetchPath('/media/a.jpg?width=600&format=webp')),
    );
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1);
    expect(responses[0]!.status).toBe(200);
    expect(site.media().statistics().renders).toBe(1);
  });

  test('for two files with the same content', async () => {
    const site = await openMediaSite();
    const photo = await mediaPhoto(300, 200);
    for (const name of ['a.jpg', 'b.jpg']) {
      await site.put(name, photo);
      await site.fetchPath(`/media/${name}?width=100&format=webp`);
    }
    expect(site.media().statistics().renders).toBe(1);
  });

  test('also across a restart', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(800, 600));
    const before = await site.fetchPath('/media/a.jpg?width=400&format=webp');
    await site.reopen();
    const after = await site.fetchPath('/media/a.jpg?width=400&format=webp');
    expect(after.body).toEqual(before.body);
    expect(site.media().statistics()).toMatchObject({ renders: 0, hits: 1, cacheBytes: before.body.length });
  });

  test('and prepared before the first request', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(800, 600));
    const variants = [{ width: 400, format: 'webp' } as const, { width: 250, format: 'avif' } as const];
    expect(await Promise.all(variants.map((variant) => site.media().prepare('a.jpg', variant)))).toEqual([true, true]);
    await site.fetchPath('/media/a.jpg?width=400&format=webp');
    await site.fetchPath('/media/a.jpg?width=250&format=avif');
    expect(site.media().statistics()).toMatchObject({ renders: 2 });
    expect(await site.media().prepare('absent.jpg', variants[0]!)).toBe(false);
  });

  test('new content is rendered anew', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(300, 200, 60));
    const before = await site.fetchPath('/media/a.jpg?width=100&format=webp');
    await site.put('a.jpg', await mediaPhoto(300, 200, 190));
    const after = await site.fetchPath('/media/a.jpg?width=100&format=webp');
    expect(after.body).not.toEqual(before.body);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('the folder of variants', () => {
  test('never serves a temporary file and deletes old ones', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(300, 200));
    await site.fetchPath('/media/a.jpg?width=100&format=webp');
    await site.media().close();
    const folder = join(site.dataDir, 'media');
    const [name] = await readdir(folder);
    await rm(join(folder, name!));
    await writeFile(join(folder, `${name}.1-abc.tmp`), 'half a pic');
    await writeFile(join(folder, `${name}.2-def.tmp`), 'half a pic');
    await age(join(folder, `${name}.2-def.tmp`), hour);
    await site.reopen();
    const { status, body } = await site.fetchPath('/media/a.jpg?width=100&format=webp');
    expect([status, body.includes('half a pic')]).toEqual([200, false]);
    await site.media().close();
    expect((await readdir(folder)).sort()).toEqual([name, `${name}.1-abc.tmp`]);
    expect((await stat(join(folder, name!))).size).toBe(body.length);
  });

  test('a file emptied by a power cut is rendered again', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(300, 200));
    const { body } = await site.fetchPath('/media/a.jpg?width=100&format=webp');
    await site.media().close();
    const [name] = await readdir(join(site.dataDir, 'media'));
    await writeFile(join(site.dataDir, 'media', name!), '');
    await site.reopen();
    expect((await site.fetchPath('/media/a.jpg?width=100&format=webp')).body).toEqual(body);
  });

  test('knows its size although a file cannot be removed, and removes it later', async () => {
    const folder = testFolder();
    for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), Buffer.alloc(1000));
    const busy = vi.spyOn(fileSystem, 'rm').mockRejectedValue(new Error('busy'));
    syncBuiltinESMExports();
    onTestFinished(() => {
      busy.mockRestore();
      syncBuiltinESMExports();
    });
    const reports: unknown[] = [];
    const cache = openMediaCache({ folder, maxBytes: 2000, report: (error) => reports.push(error) });
    await cache.close();
    expect([cache.statistics().bytes, reports.length]).toEqual([3000, 3]);
    busy.mockRestore();
    syncBuiltinESMExports();
    await cache.get('d', async () => ({ ok: true, body: Buffer.alloc(500) }));
    await cache.close();
    expect(cache.statistics().bytes).toBe(1500);
  });

  test('one file that cannot be removed does not keep the others', async () => {
    const folder = testFolder();
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      await writeFile(join(folder, name), Buffer.alloc(1000));
      await age(join(folder, name), (3 - at) * hour);
    }
    const remove = fileSystem.rm;
    const stubborn = vi.spyOn(fileSystem, 'rm').mockImplementation((file, options) => {
      return String(file).endsWith('/a') ? Promise.reject(new Error('busy')) : remove(file, options);
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      stubborn.mockRestore();
      syncBuiltinESMExports();
    });
    const cache = openMediaCache({ folder, maxBytes: 2000, report: () => {} });
    await cache.close();
    expect(await readdir(folder)).toEqual(['a']);
    expect(cache.statistics().bytes).toBe(1000);
  });

  test('stays under its limit by removing the least recently used', async () => {
    const site = await openMediaSite();
    const folder = join(site.dataDir, 'media');
    const { reports } = site;
    const report = (error: unknown) => reports.push(error);
    let makes = 0;
    const made = async () => {
      makes += 1;
      return { ok: true as const, body: Buffer.alloc(1000, 1) };
    };
    const first = openMediaCache({ folder, maxBytes: 3500, report });
    for (const key of ['a', 'b', 'c']) await first.get(key, made);
    await first.close();
    for (const [key, ms] of [
      ['a', 4],
      ['b', 3],
      ['c', 2],
    ] as const)
      await age(join(folder, key), ms * hour);
    const second = openMediaCache({ folder, maxBytes: 3500, report });
    await second.get('a', made);
    await second.get('d', made);
    await second.close();
    expect((await readdir(folder)).sort()).toEqual(['a', 'c', 'd']);
    expect(second.statistics()).toEqual({ hits: 1, bytes: 3000 });
    expect(makes).toBe(4);
    expect(reports).toEqual([]);
  });

  test('a limit lowered between two starts applies at once', async () => {
    const site = await openMediaSite();
    const folder = join(site.dataDir, 'media');
    await mkdir(folder, { recursive: true });
    for (const key of ['a', 'b', 'c']) await writeFile(join(folder, key), Buffer.alloc(1000));
    const cache = openMediaCache({ folder, maxBytes: 1500, report: () => {} });
    await cache.close();
    expect(await readdir(folder)).toHaveLength(1);
  });

  test('a disk that cannot be written is reported, and visitors still see pictures', async () => {
    const site = await openMediaSite();
    await site.put('a.jpg', await mediaPhoto(300, 200));
    await mkdir(site.dataDir, { recursive: true });
    await writeFile(join(site.dataDir, 'media'), 'a file where the folder should be');
    expect((await site.fetchPath('/media/a.jpg?width=100&format=webp')).status).toBe(200);
    await site.media().close();
    expect(site.reports.length).toBeGreaterThan(0);
  });

  test('a renderer that throws leaves the key free for the next request', async () => {
    const site = await openMediaSite();
    const cache = openMediaCache({ folder: join(site.dataDir, 'media'), maxBytes: 1e6, report: () => {} });
    await expect(cache.get('a', () => Promise.reject(new Error('once')))).rejects.toThrow('once');
    expect(await cache.get('a', async () => ({ ok: true, body: Buffer.from('x') }))).toMatchObject({ ok: true });
    await cache.close();
  });
});

describe('too many requests at once', () => {
  test('get Retry-After, and the others are served', async () => {
    const site = await openMediaSite({ maxWaiting: 1 });
    for (let at = 0; at < 12; at += 1) await site.put(`${at}.jpg`, await mediaPhoto(900, 600, 60 + at * 10));
    // Described beforehand, so that all twelve reach the queue in the same moment.
    for (let at = 0; at < 12; at += 1) await site.media().describe(`${at}.jpg`);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => site.fetchPath(`/media/${at}.jpg?width=800&format=avif`)),
    );
    const busy = responses.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const { headers } of busy) expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(responses.filter(({ status }) => status === 200).length).toBe(12 - busy.length);
    expect(12 - busy.length).toBeGreaterThanOrEqual(3);
    expect(site.media().statistics()).toMatchObject({ running: 0, waiting: 0 });
    const late = responses.indexOf(busy[0]!);
    expect((await site.fetchPath(`/media/${late}.jpg?width=800&format=avif`)).status).toBe(200);
  });

  test('preparing waits instead of giving up', async () => {
    const site = await openMediaSite({ maxWaiting: 0 });
    for (let at = 0; at < 4; at += 1) await site.put(`${at}.jpg`, await mediaPhoto(600, 400, 60 + at * 10));
    const pending = [0, 1].map((at) => site.fetchPath(`/media/${at}.jpg?width=600&format=avif`));
    const prepared = [2, 3].map((at) => site.media().prepare(`${at}.jpg`, { width: 400, format: 'webp' }));
    expect(await Promise.all(prepared)).toEqual([true, true]);
    await Promise.all(pending);
  });
});
