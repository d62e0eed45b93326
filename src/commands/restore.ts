import { Command, Option } from 'commander';
import { restoreBackup } from '../server/operations/backup/restore-backup.ts';
import { environment } from '../server/platform/environment/environment.ts';

/** `restore <file>`: restores a backup, also into the other kind of database. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'bring a backup back; the site must be stopped. A backup of SQLite fits PostgreSQL and the other way round',
    )
    .argument('<file>', 'a file that "backup" wrote')
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
        { force, content, json }: { force?: boolean; content: 'when-empty' | 'replace' | 'never'; json?: boolean },
      ) => {
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
