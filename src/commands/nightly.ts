import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describeProblem } from '../server/catalogue/content/content-problem.ts';
import { applyRetention } from '../server/operations/personal-data/apply-retention.ts';
import { retentionOf } from '../server/operations/personal-data/retention.ts';
import { publish } from '../server/operations/versions/publish.ts';
import { dayInBrussels } from '../server/platform/clock/nightly.ts';
import { environment } from '../server/platform/environment/environment.ts';
import { withDatabase } from './with-database.ts';

/** `night`: what a running site does at 03:30 in Brussels; harmless to run by hand, and once a day whoever asks. */
export function nightCommand(): Command {
  return new Command('night')
    .description('what a running site does at 03:30: a version of the new day, and what is too old is erased')
    .action(async () => {
      const settings = environment();
      const result = await publish({
        settings,
        projectDir: fileURLToPath(new URL('../..', import.meta.url)),
        edition: dayInBrussels(Date.now()),
      });
      if (result.ok)
        console.log(`Night: version ${result.versionId}${result.built ? ` with ${result.pages} pages` : ''} is shown.`);
      else if ('message' in result) console.error(`Night: ${result.message}`);
      else {
        for (const problem of result.problems.filter(({ severity }) => severity === 'error'))
          console.error(describeProblem(problem));
        console.error('Night: not published; the last good version stays.');
      }
      await withDatabase(async (database) => {
        const { leads, mails, subscribers } = await applyRetention(database, retentionOf(settings.contentDir));
        console.log(
          `Night: erased ${leads} requests, ${mails} mails and ${subscribers} sign-ups that were old enough.`,
        );
      });
      process.exitCode = result.ok ? 0 : 1;
    });
}
