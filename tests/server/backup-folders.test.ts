import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBackup } from '../../src/features/backup/backup.server.ts';
import { restoreBackup } from '../../src/features/backup/restore.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { removeLeftScratch, scratchFolder } from '../../src/platform/files/write.server.ts';
import { testFolder } from '../support/folder.ts';
import { sampleLead } from '../support/sample-lead.ts';

const DAY_MS = 86_400_000;
/** The number of a process that has ended. */
const endedPid = () => spawnSync(process.execPath, ['--version']).pid;

/** An installation with one lead and a content folder. */
async function installation() {
  const root = testFolder();
  const [dataDir, contentDir] = [join(root, 'data'), join(root, 'content')];
  mkdirSync(dataDir);
  mkdirSync(join(contentDir, 'media'), { recursive: true });
  const database = await openDatabase({ dataDir });
  await storeLead(database, sampleLead({ token: 'a' }));
  await database.close();
  return { root, dataDir, contentDir, databaseUrl: undefined };
}

test('folders of killed backups and restores go with the next one; those of a running command stay', async () => {
  const { dataDir, contentDir, root, databaseUrl } = await installation();
  const running = await scratchFolder(dataDir, 'backup');
  const killed = [`backup-${endedPid()}-abcdef`, `restore-${endedPid()}-abcdef`, 'backup-123456', 'backup-notes'];
  for (const name of killed) mkdirSync(join(dataDir, name));
  const target = join(root, 'out/today.tar.gz');
  mkdirSync(join(root, 'out'));
  const partials = ['old.tar.gz.partial', 'young.tar.gz.partial'].map((name) => join(root, 'out', name));
  for (const file of partials) writeFileSync(file, 'x');
  utimesSync(partials[0]!, 0, Date.now() / 1000 - 2 * 86_400);
  await writeBackup({ dataDir, contentDir, databaseUrl }, target);
  // Without the number of its process a folder is old after a day; other names are not ours.
  const left = () =>
    readdirSync(dataDir)
      .filter((name) => /^(backup|restore)-/.test(name))
      .sort();
  expect(left()).toEqual(['backup-123456', running.split('/').at(-1), 'backup-notes'].sort());
  expect(readdirSync(join(root, 'out')).sort()).toEqual(['today.tar.gz', 'young.tar.gz.partial']);
  await removeLeftScratch(dataDir, Date.now() + 2 * DAY_MS);
  expect(left()).toEqual(['backup-notes']);
});

test('content behind links is saved, a link that leads nowhere stops the backup with a sentence', async () => {
  const { dataDir, contentDir, root, databaseUrl } = await installation();
  const disk = join(root, 'disk');
  mkdirSync(join(disk, 'photos'), { recursive: true });
  writeFileSync(join(disk, 'photos/a.jpg'), 'a');
  symlinkSync(disk, join(contentDir, 'media/disk'));
  symlinkSync(join(disk, 'photos/a.jpg'), join(contentDir, 'media/b.jpg'));
  symlinkSync(contentDir, join(contentDir, 'media/around'));
  const target = join(root, 'with-links.tar.gz');
  await writeBackup({ dataDir, contentDir, databaseUrl }, target);
  const to = { dataDir: join(root, 'data2'), contentDir: join(root, 'content2'), databaseUrl };
  await restoreBackup(to, target);
  for (const file of ['media/disk/photos/a.jpg', 'media/b.jpg'])
    expect(readFileSync(join(to.contentDir, file), 'utf8')).toBe('a');
  expect(existsSync(join(to.contentDir, 'media/around'))).toBe(false);
  symlinkSync(join(root, 'nowhere'), join(contentDir, 'media/lost.jpg'));
  await expect(writeBackup({ dataDir, contentDir, databaseUrl }, target)).rejects.toThrow(
    /media\/lost\.jpg leads to a file that is not there/,
  );
});

test('restored content takes the place of the old in a folder that stays, such as a disk of its own', async () => {
  const { dataDir, contentDir, root, databaseUrl } = await installation();
  writeFileSync(join(contentDir, 'old.json'), '{}');
  const target = join(root, 'old.tar.gz');
  await writeBackup({ dataDir, contentDir, databaseUrl }, target);
  writeFileSync(join(contentDir, 'new.json'), '{}');
  const { ino } = statSync(contentDir);
  await restoreBackup({ dataDir, contentDir, databaseUrl }, target, { force: true, content: 'replace' });
  expect(readdirSync(contentDir).sort()).toEqual(['old.json']);
  expect(statSync(contentDir).ino).toBe(ino);
});
