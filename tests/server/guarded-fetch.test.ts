import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPublic, openGuardedFetch, RefusedRequest } from '../../src/platform/http/guarded-fetch.server.ts';

/** A server that counts what it is asked for. */
async function serve(reply: (path: string) => { status: number; location?: string }) {
  const seen: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url!, authorization: request.headers.authorization });
    const { status, location } = reply(request.url!);
    response.writeHead(status, location ? { location } : {}).end('body');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, seen };
}

test.each([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['192.168.0.1', false],
  ['172.16.5.4', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::7f00:1', false],
  ['::808:808', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['no address', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected));

describe('requests to public addresses only', () => {
  const guarded = openGuardedFetch('public');

  test.each([
    ['http://example.org/', /http is not used/],
    ['file:///etc/passwd', /file is not used/],
    ['https://user:secret@example.org/', /user name/],
    ['https://127.0.0.1/', /127\.0\.0\.1 is not a public address/],
    ['https://[::1]/', /::1 is not a public address/],
    ['https://0x7f000001/', /127\.0\.0\.1 is not a public address/],
    ['https://2130706433/', /127\.0\.0\.1 is not a public address/],
    ['not a URL', /not a URL/],
  ])('%s is refused before anything is sent', async (url, message) => {
    await expect(guarded(url)).rejects.toThrow(RefusedRequest);
    await expect(guarded(url)).rejects.toThrow(message);
  });

  test.each([
    [[{ address: '192.168.1.1', family: 4 }]],
    [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
  ])('a name that leads to %j is refused, and is resolved once', async (addresses) => {
    let asked = 0;
    const named = openGuardedFetch('public', (_host, _options, callback) => {
      asked += 1;
      callback(null, addresses);
    });
    await expect(named('https://crm.example/')).rejects.toThrow(/crm\.example leads to .* not a public address/);
    expect(asked).toBe(1);
  });
});

describe('requests to any address', () => {
  const guarded = openGuardedFetch('any');

  test('a redirect is followed without the key for the first server', async () => {
    const second = await serve(() => ({ status: 200 }));
    const first = await serve(() => ({ status: 302, location: `${second.url}/there` }));
    const response = await guarded(first.url, { headers: { Authorization: 'Bearer x' } });
    expect([response.status, await response.text()]).toEqual([200, 'body']);
    expect([first.seen[0]!.authorization, second.seen[0]]).toEqual(['Bearer x', { path: '/there' }]);
  });

  test('a redirect takes no posted body to another server', async () => {
    const other = await serve(() => ({ status: 200 }));
    const away = await serve(() => ({ status: 307, location: other.url }));
    const post = { method: 'POST', body: 'the lead of a visitor' };
    await expect(guarded(away.url, post)).rejects.toThrow(/posted body/);
    expect(other.seen).toHaveLength(0);
  });

  test('each redirect is judged, endless ones end, and none is followed where none is allowed', async () => {
    const outside = await serve(() => ({ status: 302, location: 'file:///etc/passwd' }));
    await expect(guarded(outside.url)).rejects.toThrow(/file is not used/);
    const round = await serve(() => ({ status: 307, location: '/' }));
    await expect(guarded(round.url)).rejects.toThrow(/redirects/);
    expect(round.seen.length).toBe(6);
    await expect(guarded(round.url, { redirects: 0 })).rejects.toThrow(/redirects/);
    expect(round.seen.length).toBe(7);
  });
});

test('a request names this site, unless it has a name of its own', async () => {
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent']);
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const guarded = openGuardedFetch('any');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  await guarded(url);
  await guarded(url, { headers: { 'user-agent': 'own' } });
  expect(agents).toEqual(['Dorpel', 'own']);
  await guarded.close();
});
