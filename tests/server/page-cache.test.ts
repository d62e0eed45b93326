import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openPageCache } from '../../src/platform/http/page-cache.server.ts';

/** A server that makes a page anew unless its cache has it; `made` counts how often. */
async function serve({
  maxBytes,
  make,
}: {
  maxBytes?: number;
  make?: (request: IncomingMessage, response: ServerResponse) => void;
} = {}) {
  const cache = openPageCache(maxBytes);
  const facts = { made: 0 };
  const server = createServer((incoming, response) => {
    const requestPath = incoming.url!;
    // As the site does: headers that every response carries are set before.
    response.setHeader('x-always', '1');
    if (cache.send(incoming, response, requestPath)) return;
    cache.keep(incoming, response, requestPath);
    facts.made += 1;
    if (make) return make(incoming, response);
    response.writeHead(200, { 'content-type': 'text/html', 'x-turn': String(facts.made) });
    response.write(`<p>${requestPath} `);
    response.end(`${facts.made}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const fetchPath = (path: string, encoding = '', method = 'GET') =>
    new Promise<{ status: number; body: string; headers: IncomingMessage['headers'] }>((resolve, reject) => {
      request(
        {
          port: (server.address() as AddressInfo).port,
          host: '127.0.0.1',
          path,
          method,
          agent: false,
          headers: { 'accept-encoding': encoding },
        },
        (response) => {
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode!, body, headers: response.headers }));
        },
      )
        .on('error', reject)
        .end();
    });
  return { fetchPath, facts };
}

test('a page is made once per URL and sent unchanged, in the same pieces', async () => {
  const { fetchPath, facts } = await serve();
  const first = await fetchPath('/a?type=1');
  const again = await fetchPath('/a?type=1');
  expect([again.body, again.status, again.headers['x-turn'], again.headers['x-always'], facts.made]).toEqual([
    first.body,
    200,
    '1',
    '1',
    1,
  ]);
  expect(again.headers['content-length']).toBe(String(Buffer.byteLength(first.body)));
  expect((await fetchPath('/a?type=2')).body).toBe('<p>/a?type=2 2</p>');
});

test('browsers that accept other encodings get separate pages', async () => {
  const { fetchPath, facts } = await serve();
  for (const encoding of ['br, gzip', 'gzip', '', 'gzip, br;q=0.5', 'deflate', 'br;q=0, gzip', 'gzip;q=0', 'br;q=0.0'])
    await fetchPath('/a', encoding);
  expect(facts.made).toBe(3);
});

test('a HEAD gets the headers of the cached page and fills no cache', async () => {
  const { fetchPath, facts } = await serve();
  await fetchPath('/a', '', 'HEAD');
  await fetchPath('/a');
  const head = await fetchPath('/a', '', 'HEAD');
  expect([head.body, head.headers['content-length'], facts.made]).toEqual(['', String('<p>/a 2</p>'.length), 2]);
});

test.each([
  ['an error', 500, '<p>broken</p>'],
  ['a page that is not there', 404, '<p>gone</p>'],
  ['an empty response', 200, ''],
  ['a page too large', 200, 'x'.repeat(600_000)],
])('%s is not cached', async (_name, status, body) => {
  const made = { times: 0 };
  const { fetchPath } = await serve({
    make: (_request, response) => {
      made.times += 1;
      response.writeHead(status);
      response.end(body);
    },
  });
  await fetchPath('/a');
  await fetchPath('/a');
  expect(made.times).toBe(2);
});

test('beyond its limit the least recently used page is removed', async () => {
  const { fetchPath, facts } = await serve({ maxBytes: 1300 });
  for (const path of ['/a', '/b', '/a', '/c', '/a']) await fetchPath(path);
  expect(facts.made).toBe(3);
  await fetchPath('/b');
  expect(facts.made).toBe(4);
});
