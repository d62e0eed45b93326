import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { change, copySmallContent } from '../support/small-content.ts';

test('history, undo and restore show and take back what an editor changed', async () => {
  const folder = testFolder();
  const [CONTENT_DIR, DATA_DIR] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(CONTENT_DIR);
  copySmallContent(CONTENT_DIR, {});
  const file = 'properties/35187.json';
  const price = () => JSON.parse(readFileSync(join(CONTENT_DIR, file), 'utf8')).Price;
  const run = (...args: string[]) => runCommand(args, { CONTENT_DIR, DATA_DIR });
  const before = price();
  expect((await run('history', '--most', '1000')).out).toContain('properties/35187.json  version 1');
  change(join(CONTENT_DIR, file), (data) => ({ ...data, Price: 1234 }));
  const listed = await run('history', join(CONTENT_DIR, file));
  expect(listed.out).toMatch(/^version 2 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}by hand$/m);
  expect(listed.out).toContain(`Price: ${before} -> 1234`);

  const undone = await run('undo', `content/${file}`);
  expect(undone).toMatchObject({ code: 0 });
  expect(price()).toBe(before);
  const restored = await run('restore', file, '--version', '2');
  expect(restored.out).toContain(`${file} is written.`);
  expect(price()).toBe(1234);
  // A version that does not fit any more is written, and what is wrong is said.
  change(join(CONTENT_DIR, file), (data) => ({ ...data, Goal: 'sale' }));
  const versions = JSON.parse((await run('history', file, '--json')).out);
  expect(versions[1]).toMatchObject({ number: 4, why: 'version 2 again' });
  change(join(CONTENT_DIR, file), (data) => ({ ...data, Goal: 0 }));
  const wrong = await run('restore', file, '--version', '5');
  expect(wrong.out).toContain('Goal: found "sale"');

  for (const [args, message] of [
    [['restore', file, '--version', '99'], 'has no version 99: its versions are 1 to 7'],
    [['restore', file, '--version', 'two'], 'it must be a whole number'],
    [['undo', '../secret.json'], 'is not in the content folder'],
  ] as const) {
    const result = await run(...args);
    expect(result.code).toBe(1);
    expect(result.errors).toContain(message);
  }
}, 60_000);

test('undo and restore say what the next import does with an imported property', async () => {
  const folder = testFolder();
  const [CONTENT_DIR, DATA_DIR] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(CONTENT_DIR);
  copySmallContent(CONTENT_DIR, {});
  const [file, gone] = ['properties/35187.json', 'gone/35187.json'].map((name) => join(CONTENT_DIR, name)) as [
    string,
    string,
  ];
  const run = (...args: string[]) => runCommand(args, { CONTENT_DIR, DATA_DIR });
  change(file, (data) => ({ ...data, Source: 'csv' }));
  await run('history');
  change(file, (data) => ({ ...data, Price: 1234, EditorFields: ['Zip'] }));
  const said = '35187 comes from csv; the next import ';
  expect((await run('undo', 'properties/35187.json')).out).toContain(
    `${said}may replace Price: name them in EditorFields`,
  );

  // As an import does with a property that left the export.
  mkdirSync(join(CONTENT_DIR, 'gone'), { recursive: true });
  renameSync(file, gone);
  await run('history');
  expect((await run('undo', 'properties/35187.json')).out).toContain(
    `${said}removes it again, unless the export has it.`,
  );
  expect([existsSync(file), existsSync(gone)]).toEqual([true, false]);
}, 60_000);
