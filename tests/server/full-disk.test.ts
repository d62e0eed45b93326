import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';

test('on a full disk nothing is cut short: the writer says so, what was there stays, nothing is left behind', () => {
  const folder = testFolder();
  const script = 'trap "" XFSZ; ulimit -f 128; exec "$0" tests/support/child-full-disk.ts "$1"';
  const said = execFileSync('sh', ['-c', script, process.execPath, folder], { encoding: 'utf8', timeout: 20_000 });
  const results = JSON.parse(said) as { name: string; isDisk: boolean; kept: string; left: string[] }[];
  expect(results.length).toBe(3);
  for (const { name, ...result } of results)
    expect(result, name).toEqual({
      isDisk: true,
      kept: 'old',
      left: name === 'a file of a form' ? ['known.json', 'uploads'] : ['known.json'],
    });
});
