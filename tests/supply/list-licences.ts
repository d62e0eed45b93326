import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type InstalledPackage, installedPackages, isAllowedLicence } from './licences.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** `npm run licences`: lists the licences of the installed packages; exit code 1 when one is not allowed. */
function licencesCommand(): Command {
  return new Command('licences')
    .description('list the licences of everything that is installed; fails on one outside the list of allowed ones')
    .option('--folder <folder>', 'another project than this one', PROJECT)
    .option('--json', 'print every package as JSON')
    .addHelpText('after', '\nThe list of allowed licences: tests/supply/licences.ts')
    .action(({ folder, json }: { folder: string; json?: boolean }) => {
      const packages = installedPackages(folder);
      if (packages.length === 0) throw new Error('Nothing is installed here: run npm install first.');
      const refused = packages.filter(({ licence }) => licence === null || !isAllowedLicence(licence));
      process.exitCode = refused.length > 0 ? 1 : 0;
      if (json) return console.log(JSON.stringify({ ok: refused.length === 0, packages, refused }, null, 2));
      for (const [licence, names] of byLicence(packages))
        console.log(`${licence} (${names.length})\n  ${names.join(', ')}`);
      if (refused.length === 0) return console.log(`\n${packages.length} packages, all under allowed licences.`);
      for (const { name, version, licence } of refused)
        console.error(
          `${name} ${version}: ${licence ?? 'no licence'} is not allowed; take another package, or ` +
            `allow it after reading it.`,
        );
    });
}

function byLicence(packages: readonly InstalledPackage[]): [string, string[]][] {
  const lists = new Map<string, string[]>();
  for (const { name, version, licence } of packages) {
    const key = licence ?? 'no licence';
    lists.set(key, [...(lists.get(key) ?? []), `${name} ${version}`]);
  }
  return [...lists].sort(([, a], [, b]) => b.length - a.length);
}

await licencesCommand()
  .parseAsync()
  .catch((error: Error) => {
    process.exitCode ||= 1;
    console.error(error.message);
  });
