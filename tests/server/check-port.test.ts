import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPort } from '../../src/platform/http/limits.server.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';

/** A port that something uses. */
async function usedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a port that is in use is named, and a free one is left free', async () => {
  const port = await usedPort();
  await expect(checkPort({ port, host: '127.0.0.1' })).rejects.toThrow(`Port ${port} is in use`);
  await checkPort({ port: 0, host: '127.0.0.1' });
});

test('a start on a port that is in use builds nothing', async () => {
  const folder = testFolder();
  const [CONTENT_DIR, DATA_DIR] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(CONTENT_DIR);
  copySmallContent(CONTENT_DIR, {});
  const PORT = String(await usedPort());
  const env = { ...process.env, CONTENT_DIR, DATA_DIR, PORT, HOST: '127.0.0.1' };
  const child = execFile(process.execPath, ['--experimental-strip-types', 'src/commands/start.ts'], { env });
  let errors = '';
  child.stderr?.on('data', (text: string) => (errors += text));
  const [code] = await once(child, 'close');
  expect([code, errors]).toEqual([1, expect.stringContaining(`Port ${PORT} is in use: stop what uses it`)]);
  expect(existsSync(join(DATA_DIR, 'versions'))).toBe(false);
});
