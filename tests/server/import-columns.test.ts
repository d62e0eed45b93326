import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { copySmallContent } from '../support/small-content.ts';

test('a file that does not exist is named before anything is made', async () => {
  const dataDir = testFolder();
  const { code, out, errors } = await runCommand(['import', join(dataDir, 'none.csv'), '--from', 'csv'], {
    ...{ CONTENT_DIR: testFolder(), DATA_DIR: dataDir },
  });
  expect([code, out + errors]).toEqual([2, expect.stringContaining('There is no file or folder')]);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the meaning of a column is stored by the command, and read by the imports that follow', async () => {
  const root = testFolder();
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  for (const dir of [contentDir, dataDir]) mkdirSync(dir);
  copySmallContent(contentDir, {});
  const table = join(root, 'panden.csv');
  const rows = [1, 2, 3, 4].map((at) => `8000${at};Huis ${at};1860;Meise;1;${at}25.000`);
  writeFileSync(table, ['ID;TypeDescription.nl;Zip;City.nl;WebIDs;Bedrag kantoor', ...rows].join('\n'));
  const run = (...more: string[]) =>
    runCommand(['import', table, '--from', 'csv', ...more], { CONTENT_DIR: contentDir, DATA_DIR: dataDir });
  const stored = () => JSON.parse(readFileSync(join(contentDir, 'settings/import.json'), 'utf8')).fields.csv;
  const price = () => JSON.parse(readFileSync(join(contentDir, 'properties/80003.json'), 'utf8')).Price;

  const proposed = await run('--dry-run');
  expect(proposed.out).toContain('--column "Bedrag kantoor=Price"');
  const tried = await run('--dry-run', '--column', 'Bedrag kantoor=Price');
  expect(tried.out).not.toContain('looks like');
  expect(stored()).toEqual({});

  const wrong = await run('--column', 'Bedrag kantoor=Preis');
  expect(wrong.code).not.toBe(0);
  expect(wrong.out + wrong.errors).toContain('write a column and a field');

  const crm = ['import', table, '--from', 'omnicasa', '--column', 'Bedrag kantoor=Price'];
  const refused = await runCommand(crm, { CONTENT_DIR: contentDir, DATA_DIR: dataDir });
  expect(refused.out + refused.errors).toContain('--column is for tables (csv)');
  expect(stored()).toEqual({});

  expect((await run('--column', 'Bedrag kantoor=Price')).code).toBe(0);
  expect([stored(), price()]).toEqual([{ 'Bedrag kantoor': 'Price' }, 325_000]);
  writeFileSync(table, readFileSync(table, 'utf8').replace('325.000', '335.000'));
  expect((await run()).code).toBe(0);
  expect(price()).toBe(335_000);
});
