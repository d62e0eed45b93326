import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describeProblem } from '../content/files/problems.ts';
import { deleteOld, retentionOf } from '../features/privacy/requests/apply-retention.server.ts';
import { environment, refuseOtherSite } from '../platform/environment/environment.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { brusselsDay } from '../platform/time/days.ts';
import { finishPublish } from '../publish/finish-publish.ts';
import { publish } from '../publish/publish.ts';
import { rowsInWords, withDatabase } from './with-database.ts';

/**
 * `nightly`: runs the job that a running site runs at 03:30 Brussels time. It is safe to run by hand: it
 * builds at most one version a day from the same content.
 */
export function nightlyCommand(): Command {
  return new Command('nightly')
    .alias('night')
    .description('the job of 03:30: publish a version of the new day, delete what is older than the retention allows')
    .action(async () => {
      const settings = environment();
      const publishToday = async () => {
        refuseOtherSite(settings);
        return publish({
          settings,
          projectDir: fileURLToPath(new URL('../..', import.meta.url)),
          by: { source: 'nightly' },
          edition: brusselsDay(new Date()).replaceAll('-', ''),
        });
      };
      // What is too old is deleted although no version could be made.
      const result = await publishToday().catch((error: unknown) => ({
        ok: false as const,
        problem: 'failed' as const,
        message: errorMessage(error),
      }));
      if (result.ok || result.problem !== 'failed') await finishPublish(settings, result.ok ? result.versionId : null);
      if (result.ok)
        console.log(
          `Nightly: version ${result.versionId}${result.built ? ` with ${result.pages} pages` : ''} is shown.`,
        );
      else if ('message' in result) console.error(`Nightly: ${result.message}`);
      else {
        for (const problem of result.problems.filter(({ severity }) => severity === 'error'))
          console.error(describeProblem(problem));
        console.error('Nightly: not published; the last good version stays.');
      }
      await withDatabase(async (database) => {
        const deleted = await deleteOld(database, settings.contentDir);
        console.log(`Nightly: deleted because of their age: ${rowsInWords(deleted)}.`);
      });
      process.exitCode = result.ok ? 0 : 1;
    });
}

/** `retention`: deletes data that is older than the settings allow. */
export function retentionCommand(): Command {
  return new Command('retention')
    .description(
      'delete leads, mails, unconfirmed sign-ups and versions of content files that are older than settings allow',
    )
    .option('--json', 'print what was erased as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (database) => {
        const { contentDir } = environment();
        const result = await deleteOld(database, contentDir);
        if (json) return console.log(JSON.stringify({ retention: retentionOf(contentDir), deleted: result }));
        console.log(`Deleted because of their age: ${rowsInWords(result)}.`);
      }),
    );
}
