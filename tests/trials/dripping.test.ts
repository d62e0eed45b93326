import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { json, right, type Send, sender } from '../support/post.ts';

const CLIENTS = 300;
const SECONDS = 60;
/** Longer than this nobody else waits. */
const LONGEST_MS = 400;
/** Headers take 15 s at most and a request 30 s, checked every 5 s. */
const LATEST_MS = 40_000;

let site: LiveSite;
let send: Send;
beforeAll(async () => {
  site = await startLiveSite(inject('trialVersion'));
  send = sender(site.url);
});
afterAll(() => site?.stop());

const WAYS: Record<string, (port: number) => { first: string; drop: string }> = {
  headers: () => ({ first: 'GET /nl/ HTTP/1.1\r\nHost: x\r\n', drop: 'X-A: b\r\n' }),
  body: () => ({
    first:
      `POST /api/forms/contact-me HTTP/1.1\r\nHost: x\r\nOrigin: ${site.url}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    drop: ' ',
  }),
  nothing: () => ({ first: '', drop: '' }),
};

test.each(Object.keys(WAYS))(`${CLIENTS} slow clients (%s) are cut off while others are served`, async (way) => {
  const port = Number(new URL(site.url).port);
  const { first, drop } = WAYS[way]!(port);
  const lasted: number[] = [];
  const sockets: Socket[] = Array.from({ length: CLIENTS }, () => {
    const begun = performance.now();
    const socket = connect(port, '127.0.0.1', () => first && socket.write(first));
    const dripping = setInterval(() => socket.writable && drop && socket.write(drop), 1000);
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(dripping);
        lasted.push(performance.now() - begun);
      });
    socket.resume();
    return socket;
  });
  const waits: number[] = [];
  let failed = 0;
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; await pause(100)) {
    const begun = performance.now();
    const form = waits.length % 20 === 0;
    const { status } = form
      ? await send(json('site-contact', { ...right('site-contact'), message: `${way} ${waits.length}` }))
      : await send({ path: waits.length % 2 === 0 ? '/nl/' : '/nl/te-koop/?type=2' }, 'GET');
    waits.push(performance.now() - begun);
    if (status !== 200) failed += 1;
  }
  for (const socket of sockets) socket.destroy();
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
  const figures = {
    way,
    clients: CLIENTS,
    others: waits.length,
    failed,
    p99,
    longest: Math.round(sorted.at(-1) ?? 0),
    cutOff: lasted.length,
  };
  console.log(JSON.stringify({ ...figures, lastCutAfterMs: Math.round(Math.max(0, ...lasted)) }));
  expect(failed).toBe(0);
  expect(p99).toBeLessThan(LONGEST_MS);
  expect(lasted).toHaveLength(CLIENTS);
  expect(Math.max(...lasted)).toBeLessThan(LATEST_MS);
  expect(site.log()).toBe('');
});
