import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { ADVISORIES_FILE, ageSentence, readAdvisories } from './advisory-list.ts';
import { refreshAdvisories } from './refresh-advisories.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const REGISTRY = 'https://registry.npmjs.org/';

/** `npm run advisories`: adds to the list what the registry knows about the locked versions. */
function advisoriesCommand(): Command {
  return new Command('advisories')
    .description('ask the registry of npm for weaknesses of the locked versions, and add them to the list')
    .option('--age', 'only print how old the list is')
    .option('--registry <url>', 'another registry', REGISTRY)
    .option('--folder <folder>', 'another project than this one', PROJECT)
    .addHelpText(
      'after',
      `\nThe list: ${ADVISORIES_FILE}\nExit code 1: a locked version is affected. 2: the list could not be refreshed.`,
    )
    .action(async ({ age, registry, folder }: { age?: boolean; registry: string; folder: string }) => {
      if (age) return console.log(ageSentence(readAdvisories(folder)));
      const { compared, added, affected } = await refreshAdvisories(folder, registry).catch((error: Error) => {
        process.exitCode = 2;
        throw new Error(`${error.message}\nThe list ${ADVISORIES_FILE} was not changed.`);
      });
      process.exitCode = affected.length > 0 ? 1 : 0;
      console.log(`Packages compared: ${compared}. Advisories added: ${added.length}. Affected: ${affected.length}.`);
      for (const { package: name, version, id, fixed, sentence } of affected)
        console.error(
          `${name} ${version}: ${sentence} (${id}) ${fixed ? `Update to ${fixed}.` : 'No update is known.'}`,
        );
    });
}

await advisoriesCommand()
  .parseAsync()
  .catch((error: Error) => {
    process.exitCode ||= 1;
    console.error(error.message);
  });
