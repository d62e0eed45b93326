import { createServer, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectionsAllowed, limitConnections } from '../../src/platform/http/limits.server.ts';

const MOST = 8;

async function limited() {
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(() => response.end('late'));
    else response.end('here');
  });
  limitConnections(server, MOST);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {});
      sockets.push(socket);
    });
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      }).on('error', reject);
    });
  return { open, ask, waiting, server };
}

test('a flood of idle connections does not keep a visitor out, and the oldest are closed first', async () => {
  const { open, ask, server } = await limited();
  const flood: Socket[] = [];
  for (let n = 0; n < 50; n += 1) flood.push(await open());
  expect(await ask('/')).toBe('here');
  await expect.poll(() => flood.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length).toBe(43);
  expect(flood.slice(-7).every(({ destroyed }) => !destroyed)).toBe(true);
  const counted = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  expect(counted).toBeLessThanOrEqual(MOST);
});

test('a connection that waits for its response is never closed for another one', async () => {
  const { open, ask, waiting } = await limited();
  const slow = Array.from({ length: MOST }, () => ask('/slow'));
  await expect.poll(() => waiting.length).toBe(MOST);
  const late = await open();
  await expect.poll(() => late.readableEnded || late.destroyed).toBe(true);
  for (const respond of waiting) respond();
  expect(await Promise.all(slow)).toEqual(Array.from({ length: MOST }, () => 'late'));
  expect(await ask('/')).toBe('here');
});

test.each([
  ['Max open files            96                   96                   files', 30, 25],
  ['Max open files            20                   20                   files', 30, 8],
  ['Max open files            1048576              1048576              files', 40, 524_260],
  ['Max open files            unlimited            unlimited            files', 40, null],
  ['', 40, null],
])('the descriptors of the system set the maximum: %j', (limits, open, most) => {
  expect(connectionsAllowed(limits, open)).toBe(most);
});
