import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStaticFiles } from '../../src/platform/http/static-files.server.ts';
import { eventually } from '../support/eventually.ts';
import { testFolder } from '../support/folder.ts';

const PAGE = Array.from(
  { length: 400 },
  (_, at) => `<p>Huis ${(at * 7919) % 1009} met ${(at * 31) % 17} kamers.</p>`,
).join('');

async function serve({ maxBytes, packed = true }: { maxBytes?: number; packed?: boolean } = {}) {
  const folder = testFolder();
  const write = (path: string, body: string | Buffer) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), body);
  };
  write('nl/index.html', PAGE);
  if (packed) write('nl/index.html.br', brotliCompressSync(PAGE));
  const problems: unknown[] = [];
  const files = openStaticFiles({
    headers: ['X-Always', '1'],
    report: (error) => problems.push(error),
    ...(maxBytes !== undefined && { maxBytes }),
  });
  const found = (path: string) => ({ path, file: join(folder, path.endsWith('/') ? `${path}index.html` : path) });
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    if (files.sendKept(incoming, response, found(path))) return;
    const instead = path === '/chosen/' ? { Vary: 'Cookie', 'Cache-Control': 'private' } : undefined;
    void files.send(incoming, response, found(instead ? '/nl/' : path), instead).then((sent) => {
      if (!sent) response.writeHead(404).end('none');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await files.close();
    server.closeAllConnections();
    server.close();
  });
  const fetchPath = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });
  return { fetchPath, write, folder, problems };
}

const BR = { 'accept-encoding': 'gzip, deflate, br' };

describe('a page', () => {
  test.each([
    ['with Brotli', BR, 'br', brotliDecompressSync],
    ['with gzip', { 'accept-encoding': 'gzip' }, 'gzip', gunzipSync],
    ['as it is', {}, undefined, (body: Buffer) => body],
  ] as const)(
    'is sent %s, first from disk and then from memory, identically',
    async (_name, headers, encoding, open) => {
      const { fetchPath } = await serve();
      const first = await fetchPath('/nl/', headers);
      const second = await fetchPath('/nl/', headers);
      for (const { status, headers: got, body } of [first, second]) {
        expect([status, got['content-encoding'], got.vary, got['x-always']]).toEqual([
          200,
          encoding,
          'Accept-Encoding',
          '1',
        ]);
        expect(got['content-type']).toBe('text/html;charset=utf-8');
        expect(got['content-length']).toBe(String(body.length));
        expect(open(body).toString()).toBe(PAGE);
      }
    },
  );

  test('compressed quickly for its first visitor is compressed well for the next, also on disk', async () => {
    const { fetchPath, folder } = await serve({ packed: false });
    const hurried = await fetchPath('/nl/', BR);
    expect(brotliDecompressSync(hurried.body).toString()).toBe(PAGE);
    const onDisk = join(folder, 'nl/index.html.br');
    await eventually(() => expect(existsSync(onDisk)).toBe(true));
    await eventually(async () => expect((await fetchPath('/nl/', BR)).body.equals(readFileSync(onDisk))).toBe(true));
    expect(readFileSync(onDisk).length).toBeLessThan(hurried.body.length);
    expect(brotliDecompressSync(readFileSync(onDisk)).toString()).toBe(PAGE);
  });

  test('that cannot be compressed well is sent as it was compressed quickly', async () => {
    const { fetchPath, folder, problems } = await serve({ packed: false });
    mkdirSync(join(folder, 'nl/index.html.br/taken'), { recursive: true });
    const hurried = await fetchPath('/nl/', BR);
    await eventually(() => expect(problems).toHaveLength(1));
    expect((await fetchPath('/nl/', BR)).body.equals(hurried.body)).toBe(true);
    expect(readdirSync(join(folder, 'nl'))).toEqual(['index.html', 'index.html.br']);
  });

  test('is not sent again to a browser that has it', async () => {
    const { fetchPath } = await serve();
    const { headers } = await fetchPath('/nl/', BR);
    const again = await fetchPath('/nl/', { ...BR, 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length, again.headers.etag, again.headers['cache-control']]).toEqual([
      304,
      0,
      headers.etag,
      'public, max-age=0, must-revalidate',
    ]);
    // The compressed page has another entity tag than the plain one.
    expect((await fetchPath('/nl/', { 'if-none-match': String(headers.etag) })).status).toBe(200);
  });

  test('is described by HEAD and not sent', async () => {
    const { fetchPath } = await serve();
    const [get, head] = [await fetchPath('/nl/', BR), await fetchPath('/nl/', BR, 'HEAD')];
    expect(head.body).toHaveLength(0);
    const { date: _one, connection: _two, ...expected } = head.headers;
    expect(get.headers).toMatchObject(expected);
  });

  test('can be sent with other headers than its own', async () => {
    const { fetchPath } = await serve();
    const { headers } = await fetchPath('/chosen/', BR);
    expect([headers.vary, headers['cache-control'], headers['content-encoding']]).toEqual(['Cookie', 'private', 'br']);
    expect((await fetchPath('/nl/', BR)).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });
});

describe('other files', () => {
  test('with a hash in the name are cached forever', async () => {
    const { fetchPath, write } = await serve();
    write('_astro/a.1234.woff2', Buffer.from([1, 2, 3]));
    const { headers, body } = await fetchPath('/_astro/a.1234.woff2', BR);
    expect([headers['cache-control'], headers['content-type'], headers['content-encoding'], [...body]]).toEqual([
      'public, max-age=31536000, immutable',
      'font/woff2',
      undefined,
      [1, 2, 3],
    ]);
  });

  test('too large for memory are sent from disk, also in parts', async () => {
    const { fetchPath, write } = await serve();
    const film = Buffer.from(Array.from({ length: 700_000 }, (_, at) => at % 251));
    write('film.mp4', film);
    const whole = await fetchPath('/film.mp4', BR);
    expect([whole.status, whole.body.equals(film)]).toEqual([200, true]);
    const part = await fetchPath('/film.mp4', { range: 'bytes=600000-600009' });
    expect([part.status, part.headers['content-range'], part.body.equals(film.subarray(600_000, 600_010))]).toEqual([
      206,
      'bytes 600000-600009/700000',
      true,
    ]);
    const behind = await fetchPath('/film.mp4', { range: 'bytes=700000-' });
    expect([behind.status, behind.headers['content-range'], behind.headers['x-always']]).toEqual([
      416,
      'bytes */700000',
      '1',
    ]);
  });

  test.each([
    ['/missing.css'],
    ['/nl/missing/'],
    ['/nl'],
    ['/none.css'],
    ['/nl/index.html/'],
    [`/${'a'.repeat(400)}/`],
  ])('there is nothing at %s', async (path) => {
    const { fetchPath } = await serve();
    expect((await fetchPath(path, BR)).status).toBe(404);
  });
});

test('a memory that is too small for a page still sends it', async () => {
  const { fetchPath } = await serve({ maxBytes: 1 });
  for (const _ of [1, 2]) expect(brotliDecompressSync((await fetchPath('/nl/', BR)).body).toString()).toBe(PAGE);
});
