import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openImportSchedule } from '../../src/commands/import-schedule.ts';
import { testFolder } from '../support/folder.ts';

const MINUTE_MS = 60_000;
const startMs = Date.parse('2026-11-24T08:00:00Z');

function siteWith(schedule: unknown) {
  const root = testFolder();
  const settings = { contentDir: join(root, 'content'), dataDir: join(root, 'data') };
  mkdirSync(join(settings.contentDir, 'settings'), { recursive: true });
  mkdirSync(join(settings.dataDir, 'import'), { recursive: true });
  const write = (value: unknown) =>
    writeFileSync(join(settings.contentDir, 'settings/import.json'), JSON.stringify({ schedule: value }));
  write(schedule);
  const record = (name: string, state: object) =>
    writeFileSync(join(settings.dataDir, `import/${name}.json`), JSON.stringify(state));
  return { settings, write, record };
}

test('an import is due at first, and again after its minutes, sooner when it failed', () => {
  const { settings, record } = siteWith({ whise: 60 });
  const schedule = openImportSchedule(settings);
  expect(schedule.due(startMs)).toMatchObject([{ name: 'whise' }]);
  expect(schedule.due(startMs + 59 * MINUTE_MS)).toEqual([]);
  record('whise', {
    goodAt: null,
    triedAt: new Date(startMs + 10 * MINUTE_MS).toISOString(),
    alarm: 'no',
    maxAgeHours: 26,
  });
  expect(schedule.due(startMs + 24 * MINUTE_MS)).toEqual([]);
  expect(schedule.due(startMs + 25 * MINUTE_MS)).toMatchObject([{ name: 'whise' }]);
});

test('a site that starts again does not import again before its time', () => {
  const { settings, record } = siteWith({ whise: 60, skarabee: 15 });
  record('whise', { goodAt: null, triedAt: new Date(startMs).toISOString(), alarm: null, maxAgeHours: 26 });
  expect(openImportSchedule(settings).due(startMs + 20 * MINUTE_MS)).toEqual([{ name: 'skarabee', everyMinutes: 15 }]);
});

test('an edit of the schedule counts at once, and one that cannot be used starts nothing', () => {
  const { settings, write } = siteWith({});
  const schedule = openImportSchedule(settings);
  expect(schedule.due(startMs)).toEqual([]);
  write({ whise: 30 });
  expect(schedule.due(startMs)).toMatchObject([{ name: 'whise' }]);
  write({ whise: 1 });
  expect(schedule.due(startMs + 600 * MINUTE_MS)).toEqual([]);
  writeFileSync(join(settings.contentDir, 'settings/import.json'), '{');
  expect(schedule.due(startMs + 600 * MINUTE_MS)).toEqual([]);
});
