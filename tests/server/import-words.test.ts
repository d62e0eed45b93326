import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { contentDir, dataDir, exportDir, layOutExport } from '../support/import-export.ts';
import { runCommand } from '../support/run-command.ts';

const HEAD = 'ID;Goal;WebIDs;TypeDescription.nl;Price;Zip;City.nl;CountryID;CreatedDate;Pictures';
const row = (id: number, { goal = 'te koop', pictures = '' } = {}) =>
  `${id};${goal};1;Huis;300000;1850;Grimbergen;10;2026-10-02;${pictures}`;

beforeEach(layOutExport);

/** Imports a table with these rows; what the command prints. */
async function importRows(rows: string[], ...more: string[]) {
  const file = join(exportDir, 'panden.csv');
  writeFileSync(file, [HEAD, ...rows].join('\n'));
  const settings = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, NO_COLOR: '1' };
  return runCommand(['import', file, '--from', 'csv', ...more], settings);
}

test('a dry run of an import that would be refused lists what it would change', async () => {
  const ids = [80001, 80002, 80003];
  expect((await importRows(ids.map((id) => row(id)))).code).toBe(0);
  const { code, out } = await importRows([row(80001), row(80004)], '--dry-run');
  expect(code).toBe(1);
  expect(out).toContain('+ 80004\n- 80002  gone\n- 80003  gone\n');
  expect(out).toMatch(/It would be refused: it would remove 2 of 3 properties.*: 80002, 80003;/);
  const refused = await importRows([row(80001)]);
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('Nothing was changed: it would remove 2')]);
});

test('what cannot be used is not added or left as it was, and what was gone has returned', async () => {
  await importRows([row(80001), row(80002), row(80003), row(80004)]);
  await importRows([row(80001), row(80002), row(80003)]);
  const bad = { goal: 'te hurr' };
  const { out } = await importRows([row(80001, bad), row(80002), row(80003), row(80004), row(80005, bad)]);
  expect(out).toContain('+ 80004  returned\n');
  expect(out).toContain('! 80001  left as it was: Goal "te hurr" is not understood; write 0 for sale or 1 for rent\n');
  expect(out).toContain('! 80005  not added: Goal "te hurr"');
  expect(out).toContain('0 added, 1 returned, 0 changed, 0 gone, 2 the same, 1 left as they were, 1 not added');
});

test('a number that editors already use is told with the new one, the first time', async () => {
  const taken = 35187;
  const { out } = await importRows([row(taken), row(80001)], '--dry-run');
  expect(out).toMatch(/ {2}(\d+) \(35187\) {2}35187 is taken by a property made by hand; it becomes \1\n/);
  expect((await importRows([row(taken), row(80001)])).out).toContain('35187 is taken');
  expect((await importRows([row(taken), row(80001)])).out).not.toContain('35187 is taken');
});

test('a dry run names the pictures that are not beside the export', async () => {
  const { out } = await importRows(
    [row(80001, { pictures: 'front.jpg|absent.jpg|https://p.example/1.jpg' })],
    '--dry-run',
  );
  expect(out).toContain('  80001  picture absent.jpg is not beside the export\n');
  expect(out).not.toMatch(/front\.jpg|p\.example/);
});

test.each([
  ['sweepbright', 'SWEEPBRIGHT_CLIENT_ID and SWEEPBRIGHT_CLIENT_SECRET are'],
  ['whise', 'WHISE_USERNAME and WHISE_PASSWORD are'],
])('an import from %s without its keys says which are not set', async (name, keys) => {
  const { code, out } = await runCommand(['import', '--from', name, '--dry-run'], {
    ...{ CONTENT_DIR: contentDir, DATA_DIR: dataDir, NO_COLOR: '1' },
  });
  expect([code, out.trim()]).toEqual([1, `Nothing was changed: ${keys} not set: put the keys of ${name} into .env.`]);
});
