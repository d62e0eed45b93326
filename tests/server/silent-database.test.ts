import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { emptyStorage } from '../support/storage.ts';

const LIMIT_MS = 2000;

/** A way to a server that can fall silent, as a cut network does: nothing is closed, nothing comes back. */
async function silentWay(host: string, port: number) {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => isCut || other.write(chunk));
      one.on('error', () => {});
      one.on('close', () => !isCut && other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    cut: (now: boolean) => {
      isCut = now;
    },
  };
}

test('a database that falls silent is given up in time, and used again when it is back', async () => {
  const { dataDir, url = '' } = await emptyStorage('postgres');
  const target = new URL(url);
  const way = await silentWay(target.hostname, Number(target.port));
  target.host = `127.0.0.1:${way.port}`;
  const database = await openDatabase({ dataDir, url: target.href, queryLimitMs: LIMIT_MS, busyLimitMs: 1000 });
  onTestFinished(() => database.close());
  const store = (token: string) => storeLead(database, sampleLead({ token }));
  await store('before');
  way.cut(true);
  const started = performance.now();
  const results = await Promise.allSettled(['a', 'b', 'c'].map(store));
  expect(results).toEqual(
    [1, 2, 3].map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'unreachable' }) })),
  );
  // One limit for the query, and none for its rollback.
  expect(performance.now() - started).toBeLessThan(LIMIT_MS * 6);
  way.cut(false);
  await store('after');
  const rows = await database.db.selectFrom('leads').select('token_key').execute();
  expect(rows).toHaveLength(2);
});
