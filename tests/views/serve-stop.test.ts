import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { startChild } from '../support/child.ts';
import { testFolder } from '../support/folder.ts';
import { copiedVersion } from '../support/written-out.ts';

test('a site that is stopped leaves nothing behind that would keep its process alive', async () => {
  const { versionDir, contentDir } = inject('site');
  const dataDir = join(testFolder(), 'data');
  const paths = ['/nl/', '/nl/te-koop/?bedrooms=2', '/nl/contact/', '/healthz'];
  const variables = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' };
  for (const [name, value] of Object.entries({ ...variables, NODE_ENV: 'production' })) vi.stubEnv(name, value);
  const child = startChild('child-stop.ts', { versionDir: copiedVersion(versionDir, dataDir), paths });
  vi.unstubAllEnvs();
  await child.says('stopped');
  const stoppedMs = performance.now();
  expect(await child.ended).toEqual({ code: 0, errors: '' });
  expect(performance.now() - stoppedMs).toBeLessThan(10_000);
  expect(child.lines.filter((line) => line.startsWith('200 '))).toHaveLength(paths.length);
});
