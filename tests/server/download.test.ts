import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { download } from '../../src/features/import/download.server.ts';
import { remark } from '../../src/i18n/remark.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { testFolder } from '../support/folder.ts';

const request = openGuardedFetch('any');

describe('a download', () => {
  const serve = async (
    reply: (range: string | undefined, count: number) => { status: number; body: Buffer; cut?: number; etag?: string },
  ) => {
    const ranges: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      ranges.push(request.headers.range);
      const { status, body, cut, etag = '"one"' } = reply(request.headers.range, ranges.length);
      response.writeHead(status, { ETag: etag, 'Content-Length': body.length });
      if (cut === undefined) return void response.end(body);
      response.write(body.subarray(0, cut));
      setTimeout(() => response.destroy(), 100);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/a.jpg`, ranges };
  };
  const bytes = Buffer.from('0123456789'.repeat(2000));

  test('that breaks off is resumed where it stopped', async () => {
    const { url, ranges } = await serve((range, count) => {
      if (count === 1) return { status: 200, body: bytes, cut: 8000 };
      const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      return { status: range ? 206 : 200, body: bytes.subarray(start) };
    });
    const result = await download(url, testFolder(), request, { pauseMs: 1 });
    expect(result.ok && result.bytes.equals(bytes)).toBe(true);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  test('that is too large, or missing, is given up', async () => {
    const { url } = await serve(() => ({ status: 200, body: bytes }));
    expect(await download(url, testFolder(), request, { pauseMs: 1, mostBytes: 5000 })).toMatchObject({
      ok: false,
      reason: remark('REMARK_PICTURE_LARGE', { mb: 0 }),
    });
    const { url: absent, ranges } = await serve(() => ({ status: 404, body: Buffer.from('no') }));
    expect(await download(absent, testFolder(), request, { pauseMs: 1 })).toEqual({
      ok: false,
      reason: remark('REMARK_PICTURE_STATUS', { status: 404 }),
    });
    expect(ranges.length).toBe(1);
    const { url: broken, ranges: tries } = await serve(() => ({ status: 500, body: Buffer.from('no') }));
    expect(await download(broken, testFolder(), request, { pauseMs: 1 })).toMatchObject({ ok: false });
    expect(tries.length).toBe(3);
    expect(await download('file:///etc/passwd', testFolder(), request)).toEqual({
      ok: false,
      reason: remark('REMARK_PICTURE_NO_URL'),
    });
  });

  test('from an address that is not public is refused', async () => {
    const { url, ranges } = await serve(() => ({ status: 200, body: bytes }));
    for (const wrong of [url, url.replace('http:', 'https:')])
      expect(await download(wrong, testFolder(), openGuardedFetch('public'), { pauseMs: 1 })).toEqual({
        ok: false,
        reason: {
          label: 'REMARK_PICTURE_REFUSED',
          values: { why: expect.stringMatching(/^(?:http is not used|127\.0\.0\.1 is not a public address)/) },
        },
      });
    expect(ranges).toEqual([]);
  });
});
