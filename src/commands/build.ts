import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describeProblem } from '../server/catalogue/content/content-problem.ts';
import { buildVersion } from '../server/operations/versions/build-version.ts';
import { environment } from '../server/platform/environment/environment.ts';
import { readPast } from '../server/services/property-history/build-history.ts';

/** `build`: builds the version of the current content without serving it. */
export function buildCommand(): Command {
  return new Command('build')
    .description('make a version of the site out of the content')
    .option('--force', 'build even when an equal version exists')
    .option('--json', 'print the result as JSON')
    .action(async ({ force, json }: { force?: boolean; json?: boolean }) => {
      const settings = environment();
      const result = await buildVersion({
        ...settings,
        projectDir: fileURLToPath(new URL('../..', import.meta.url)),
        past: await readPast(settings, (message) => console.error(message)),
        edition: force ? Date.now().toString(36) : undefined,
      });
      process.exitCode = result.ok ? 0 : 1;
      if (json) return console.log(JSON.stringify(result, null, 2));
      for (const problem of result.problems) console.error(describeProblem(problem));
      if (!result.ok) console.error(result.output || 'The content cannot be used as it is: fix the lines above.');
      else
        console.log(
          result.built
            ? `Built ${result.pages} pages in ${result.seconds.toFixed(1)} s as version ${result.versionId}.`
            : `Version ${result.versionId} is up to date.`,
        );
    });
}
