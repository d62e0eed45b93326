import { Command, Option } from 'commander';
import { writeBackup } from '../features/backup/backup.server.ts';
import { restoreBackup } from '../features/backup/restore.server.ts';
import { environment } from '../platform/environment/environment.server.ts';
import { restoreFile } from './history.ts';
import { openProgress } from './progress.ts';
import { existingData } from './with-database.ts';

type How = 'when-empty' | 'replace' | 'never';

/** `backup <file>`: writes all data that must not be lost into one file while the site is running. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write the database, the key, mail files and the content into one file, while the site runs')
    .argument('<file>', 'such as backup-2026-11-21.tar.gz')
    .option('--without-content', 'leave out the content folder, for those who keep it elsewhere')
    .option('--json', 'print what was written as JSON')
    .action(async (file: string, { withoutContent, json }: { withoutContent?: boolean; json?: boolean }) => {
      const progress = openProgress(!json);
      const written = await writeBackup(existingData(), file, {
        content: !withoutContent,
        onStep: (done, all) => progress.stage('files', done, all),
      }).finally(progress.close);
      if (json) return console.log(JSON.stringify(written));
      const rows = written.tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `${file}: ${rows} rows of ${written.tables.length} tables and ${written.files} files, ` +
          `${(written.bytes / 1e6).toFixed(1)} MB. It holds personal data and the key: keep it safe.`,
      );
    });
}

/**
 * `restore <file>`: restores a backup, also into the other kind of database; with `--version`, a content file as it
 * was.
 */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'bring a backup back; the site must be stopped. A backup of SQLite fits PostgreSQL and the other way round. ' +
        'With --version: write a file of the content as it was',
    )
    .argument('<file>', 'a file that "backup" wrote; with --version a file of the content, such as pages/about.json')
    .option('--version <number>', 'number of the version, as "history <file>" lists it')
    .option('--force', 'replace the leads that are there')
    .addOption(
      new Option('--content <how>', 'what happens with the content folder')
        .choices(['when-empty', 'replace', 'never'])
        .default('when-empty'),
    )
    .option('--json', 'print what was restored as JSON')
    .action(
      async (
        file: string,
        { version, force, content, json }: { version?: string; force?: boolean; content: How; json?: boolean },
      ) => {
        if (version !== undefined) return restoreFile(file, version, json);
        const restored = await restoreBackup(environment(), file, { force: force ?? false, content });
        if (json) return console.log(JSON.stringify(restored));
        const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0);
        const folder = restored.contentWritten
          ? 'The content was written too.'
          : 'The content folder was left as it is.';
        console.log(`Restored ${rows} rows of ${restored.tables.length} tables from ${restored.madeAt}. ${folder}`);
      },
    );
}
