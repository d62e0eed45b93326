import { Command } from 'commander';
import { applyRetention, retentionOf } from '../server/operations/personal-data/apply-retention.ts';
import { environment } from '../server/platform/environment/environment.ts';
import { rowsInWords } from './rows-in-words.ts';
import { withDatabase } from './with-database.ts';

/** `retention`: deletes data that is older than the settings allow. */
export function retentionCommand(): Command {
  return new Command('retention')
    .description('delete leads, mails and unconfirmed sign-ups that are older than settings/forms.json allows')
    .option('--json', 'print what was erased as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (database) => {
        const retention = retentionOf(environment().contentDir);
        const result = await applyRetention(database, retention);
        if (json) return console.log(JSON.stringify({ retention, deleted: result }));
        console.log(`Deleted because of their age: ${rowsInWords(result)}.`);
      }),
    );
}
