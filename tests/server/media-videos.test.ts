import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rangeOf } from '../../src/platform/http/conditional-request.server.ts';
import { openVideoSite } from '../support/media-site.ts';

describe('a video is sent as it is', () => {
  test('whole, with its type, tag and length', async () => {
    const site = await openVideoSite();
    const hash = createHash('sha256').update(site.video).digest('hex');
    const { status, headers, body } = await site.fetchPath(`/media/tour.mp4?v=${hash.slice(0, 8)}`);
    expect([status, body.equals(site.video)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '5000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    });
    expect((await site.fetchPath('/media/tour.webm')).headers).toMatchObject({
      'content-type': 'video/webm',
      'cache-control': 'public, max-age=3600',
    });
    expect((await site.fetchPath('/media/tour.mp4', { 'If-None-Match': headers.etag! })).status).toBe(304);
    expect(await site.media().prepare('tour.mp4', { width: 60, format: 'webp' })).toBe(false);
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=4990-', 4990, 4999],
    ['bytes=-10', 4990, 4999],
    ['bytes=100-999999999999999999999', 100, 4999],
    ['bytes=-9999', 0, 4999],
    ['bytes=0-0', 0, 0],
  ])('in part: %s', async (range, start, end) => {
    const site = await openVideoSite();
    const { status, headers, body } = await site.fetchPath('/media/tour.mp4', { Range: range });
    expect([status, headers['content-range'], headers['content-length']]).toEqual([
      206,
      `bytes ${start}-${end}/5000`,
      String(end - start + 1),
    ]);
    expect(body.equals(site.video.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=5000-', 'bytes=5000-5001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s is out of range',
    async (range) => {
      const site = await openVideoSite();
      const { status, headers } = await site.fetchPath('/media/tour.mp4', { Range: range });
      expect([status, headers['content-range']]).toEqual([416, 'bytes */5000']);
    },
  );

  test.each(['bytes=', 'bytes=-', 'bytes=9-1', 'bytes=a-b', 'pages=1-2', 'bytes=0-1,3-4', 'bytes=-1-5'])(
    '%s counts as no range',
    async (range) => {
      const site = await openVideoSite();
      expect((await site.fetchPath('/media/tour.mp4', { Range: range })).status).toBe(200);
    },
  );

  test('in part only while the content is unchanged', async () => {
    const site = await openVideoSite();
    const etag = (await site.fetchPath('/media/tour.mp4', {}, 'HEAD')).headers.etag!;
    expect((await site.fetchPath('/media/tour.mp4', { Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206);
    expect((await site.fetchPath('/media/tour.mp4', { Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200);
    expect((await site.fetchPath('/media/tour.mp4', { Range: 'bytes=0-9' }, 'HEAD')).status).toBe(200);
  });

  test('an empty video is empty', async () => {
    const site = await openVideoSite(0);
    expect(await site.fetchPath('/media/tour.mp4')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect((await site.fetchPath('/media/tour.mp4', { Range: 'bytes=0-' })).status).toBe(416);
    expect(rangeOf({ range: 'bytes=-5' }, '"a"', 0)).toBe('unsatisfiable');
  });
});
