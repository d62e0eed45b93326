import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openAdmissionQueue } from '../../src/platform/http/limits.server.ts';

/** A server that responds when it is told to, or after `workMs` in which it can do nothing else. */
async function busyServer(most: number, workMs = 0) {
  const queue = openAdmissionQueue(most);
  const held: ServerResponse[] = [];
  const server = createServer((incoming: IncomingMessage, response) => {
    const isIn = queue.enter(incoming, response, () => {
      incoming.resume();
      const until = performance.now() + workMs;
      while (performance.now() < until);
      if (workMs > 0) response.end();
      else held.push(response);
    });
    if (!isIn) response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const sendRequest = (method = 'GET') => {
    const sent = request({ port, host: '127.0.0.1', method, agent: false });
    const status = new Promise<number>((resolve) => {
      sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      sent.on('error', () => resolve(0));
    });
    return { sent, status };
  };
  return { held, sendRequest };
}

test('at the limit of concurrent responses the next client gets 503 until one is done', async () => {
  const { held, sendRequest } = await busyServer(2);
  const waiting = [sendRequest(), sendRequest()];
  for (const { sent } of waiting) sent.end();
  await expect.poll(() => held.length).toBe(2);
  const third = sendRequest();
  third.sent.end();
  expect(await third.status).toBe(503);
  for (const response of held.splice(0)) response.end();
  expect(await Promise.all(waiting.map(({ status }) => status))).toEqual([200, 200]);
  const later = sendRequest();
  later.sent.end();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.end();
  expect(await later.status).toBe(200);
});

test('clients that send a form slowly delay nobody', async () => {
  const { held, sendRequest } = await busyServer(2);
  for (let at = 0; at < 5; at += 1) {
    sendRequest('POST').sent.write('a');
    await expect.poll(() => held.length).toBe(at + 1);
  }
  const reader = sendRequest();
  reader.sent.end();
  await expect.poll(() => held.length).toBe(6);
  held[5]?.end();
  expect(await reader.status).toBe(200);
});

test('clients that send a form slowly delay nobody who comes in the same moment', async () => {
  const { held, sendRequest } = await busyServer(2);
  for (let at = 0; at < 20; at += 1) sendRequest('POST').sent.write('a');
  const reader = sendRequest();
  reader.sent.end();
  await expect.poll(() => held.length).toBe(21);
  for (const response of held) response.end();
  expect(await reader.status).toBe(200);
});

test.each(['GET', 'POST'])('%s requests beyond the queue get 503 while the others are served', async (method) => {
  const { sendRequest } = await busyServer(20, 5);
  const crowd = Array.from({ length: 200 }, () => sendRequest(method));
  for (const { sent } of crowd) sent.end(method === 'POST' ? 'name=a' : undefined);
  const inOrder: number[] = [];
  await Promise.all(crowd.map(async ({ status }) => inOrder.push(await status)));
  expect(new Set(inOrder)).toEqual(new Set([200, 503]));
  // An order and not a time, because a slow machine changes only the time: 503 comes while the queue is still full.
  const servedAfter = inOrder.slice(inOrder.lastIndexOf(503)).filter((status) => status === 200).length;
  expect(servedAfter).toBeGreaterThanOrEqual(15);
  const later = sendRequest();
  later.sent.end();
  expect(await later.status).toBe(200);
});
