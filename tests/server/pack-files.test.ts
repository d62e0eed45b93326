import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { projectDir } from '../support/test-site.ts';
import { packedBest } from '../support/weight.ts';

const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--input-type=module'];

test('a site compresses its pages in the best quality', () => {
  const page = join(testFolder(), 'index.html');
  writeFileSync(page, '<!doctype html><p>een huis met een tuin in Grimbergen</p>'.repeat(200));
  const script = `import { packPages } from '${join(projectDir, 'src/platform/files/packed-files.server.ts')}';
    await packPages([{ path: '/', file: '${page}' }]);`;
  // Without the options that make the processes of tests quick.
  execFileSync(process.execPath, [...FLAGS, '-e', script], { env: { ...process.env, NODE_OPTIONS: '' } });
  expect(readFileSync(`${page}.br`).equals(packedBest(page))).toBe(true);
});
