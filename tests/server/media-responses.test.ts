import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { mediaPhoto } from '../support/media-photo.ts';
import { openMediaSite, openVideoSite } from '../support/media-site.ts';

const immutable = 'public, max-age=31536000, immutable';
const anHour = 'public, max-age=3600';

async function siteWithPhoto() {
  const site = await openMediaSite();
  await site.put('a.jpg', await mediaPhoto(300, 200));
  const { version } = (await site.media().describe('a.jpg'))!;
  return { ...site, version };
}

describe('a browser may cache a picture', () => {
  test.each([
    ['for a year under the version of its content', (version: string) => `&v=${version}`, immutable],
    ['for an hour without a version', () => '', anHour],
    ['for an hour under another version', () => '&v=00000000', anHour],
    ['for an hour under the version in capitals', () => '&v=ABCDEF01', anHour],
    ['for an hour under half a version', (version: string) => `&v=${version.slice(0, 4)}`, anHour],
    ['for an hour under two versions', (version: string) => `&v=${version}&v=${version}`, anHour],
    ['for an hour under an empty version', () => '&v=', anHour],
  ])('%s', async (_name, suffix, expected) => {
    const site = await siteWithPhoto();
    const { status, headers } = await site.fetchPath(`/media/a.jpg?width=100&format=webp${suffix(site.version)}`);
    expect([status, headers['cache-control']]).toEqual([200, expected]);
  });

  test.each([
    ['the same tag', (tag: string) => tag],
    ['a weakened tag', (tag: string) => `W/${tag}`],
    ['one tag of several', (tag: string) => `"x", ${tag}`],
    ['any tag', () => '*'],
  ])('%s gets a 304 without rendering', async (_name, conditionOf) => {
    const site = await siteWithPhoto();
    const { headers } = await site.fetchPath('/media/a.jpg?width=100');
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    await site.reopen();
    const again = await site.fetchPath('/media/a.jpg?width=100', { 'If-None-Match': conditionOf(headers.etag!) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': anHour, vary: 'Accept' });
    expect(site.media().statistics()).toMatchObject({ renders: 0, hits: 0 });
  });

  test('another variant or format has another entity tag', async () => {
    const site = await siteWithPhoto();
    const tags = await Promise.all(
      ['width=100&format=webp', 'width=250&format=webp', 'width=100&format=png'].map(
        async (query) => (await site.fetchPath(`/media/a.jpg?${query}`)).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    expect((await site.fetchPath('/media/a.jpg?width=250&format=webp', { 'If-None-Match': tags[0]! })).status).toBe(
      200,
    );
  });
});

test('HEAD has the headers of GET and no body', async () => {
  const site = await siteWithPhoto();
  const get = await site.fetchPath('/media/a.jpg?width=100&format=webp');
  const head = await site.fetchPath('/media/a.jpg?width=100&format=webp', {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.body.length).toBe(0);
  const named = ['content-type', 'content-length', 'etag', 'cache-control'];
  for (const name of named) expect(head.headers[name]).toBe(get.headers[name]);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not allowed', async (method) => {
  const site = await siteWithPhoto();
  const { status, headers } = await site.fetchPath('/media/a.jpg?width=100', {}, method);
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test.each([
  'width=401',
  'width=100&width=250',
  'width=-1',
  'width=NaN',
  'width=__proto__',
  'format=svg',
  'width=1361&format=png',
  'height=1e2',
])('?%s is a bad request that is not cached', async (query) => {
  const site = await siteWithPhoto();
  const { status, headers, body } = await site.fetchPath(`/media/a.jpg?${query}`);
  expect([status, headers['cache-control'], headers['content-type']]).toEqual([
    400,
    'no-store',
    'text/plain; charset=utf-8',
  ]);
  expect(body.toString()).toMatch(/^(Allowed|Give|The format) /);
  expect(site.media().statistics().renders).toBe(0);
});

describe('a visitor who leaves early', () => {
  function leave(port: number, path: string): Promise<void> {
    return new Promise((resolve) => {
      const outgoing = request({ port, host: '127.0.0.1', path, agent: false }, (response) => {
        response.once('data', () => outgoing.destroy());
        response.on('error', () => {});
      });
      outgoing.on('error', () => {}).on('close', () => resolve());
      outgoing.end();
      if (path.includes('.jpg')) setTimeout(() => outgoing.destroy(), 5);
    });
  }

  test('in the middle of a video affects nobody', async () => {
    const site = await openVideoSite(8_000_000);
    await Promise.all(Array.from({ length: 10 }, () => leave(site.port, '/media/tour.mp4')));
    expect((await site.fetchPath('/media/tour.mp4', { Range: 'bytes=0-9' })).status).toBe(206);
    expect(site.reports).toEqual([]);
  });

  test('before the picture is rendered affects nobody', async () => {
    const site = await openMediaSite();
    await site.put('big.jpg', await mediaPhoto(2000, 1500));
    await Promise.all(
      ['avif', 'webp', 'jpeg'].map((format) => leave(site.port, `/media/big.jpg?width=1360&format=${format}`)),
    );
    expect((await site.fetchPath('/media/big.jpg?width=1360&format=avif')).status).toBe(200);
    expect(site.reports).toEqual([]);
  });
});

test('a bug is reported, and the response reveals nothing about this machine', async () => {
  const site = await openMediaSite({ mediaDir: '/srv/agency\0/media' });
  const { status, body } = await site.fetchPath('/media/a.jpg?width=100');
  expect([status, body.toString()]).toEqual([500, 'Something went wrong.\n']);
  expect(site.reports.map(String)).toEqual([expect.stringContaining('/srv/agency')]);
});
