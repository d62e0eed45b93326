import { Command } from 'commander';
import { environment } from '../server/platform/environment/environment.ts';
import { ENV_FILE } from '../server/platform/environment/settings-sources.ts';
import { advisoriesCommand } from './advisories.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { bundleCommand } from './bundle.ts';
import { contentCommand, schemasCommand } from './content.ts';
import { doctorCommand } from './doctor.ts';
import { historyCommand, undoCommand } from './history.ts';
import { importCommand } from './import.ts';
import { leadsCommand } from './leads.ts';
import { licencesCommand } from './licences.ts';
import { mapCommand } from './map.ts';
import { newsletterCommand } from './newsletter.ts';
import { nightlyCommand, retentionCommand } from './nightly.ts';
import { outboxCommand } from './outbox.ts';
import { ownersCommand, portalCommand } from './owners.ts';
import { placesCommand } from './places.ts';
import { previewCommand } from './preview.ts';
import { buildCommand, publishCommand } from './publish.ts';
import { staffCommand } from './staff.ts';
import { viewingsCommand } from './viewings.ts';
import { webhooksCommand } from './webhooks.ts';

/** Commands that need no data folder. */
const WITHOUT_DATA: ReadonlySet<string> = new Set(['content', 'schemas', 'licences', 'advisories']);

/** The operator's command line: npm run site -- <command>. */
const program = new Command('npm run site --')
  .description('Commands for editors and operators of this site.')
  .showHelpAfterError('Add --help to see what this command takes.');

program
  .option('--env <file>', 'read settings from this file instead of .env beside the project')
  .hook('preAction', (_program, command) => {
    const { env } = program.opts<{ env?: string }>();
    if (env) process.env[ENV_FILE] = env;
    sayFolder(command);
  });

/** Says on which data a command works; to stderr, because what a command prints may be read by a program. */
function sayFolder(command: Command): void {
  const top = command.parent === program ? command : command.parent;
  if (WITHOUT_DATA.has(top?.name() ?? '')) return;
  try {
    const { dataDir, databaseUrl } = environment();
    console.error(`Data folder: ${dataDir}${databaseUrl ? ', database: PostgreSQL' : ''}`);
  } catch {
    // The command reports the settings that cannot be used, with its own exit code.
  }
}

for (const command of [
  contentCommand,
  schemasCommand,
  buildCommand,
  bundleCommand,
  importCommand,
  historyCommand,
  undoCommand,
  publishCommand,
  mapCommand,
  placesCommand,
  nightlyCommand,
  previewCommand,
  leadsCommand,
  viewingsCommand,
  outboxCommand,
  webhooksCommand,
  newsletterCommand,
  ownersCommand,
  portalCommand,
  staffCommand,
  retentionCommand,
  doctorCommand,
  licencesCommand,
  advisoriesCommand,
  backupCommand,
  restoreCommand,
])
  program.addCommand(command());

program.parseAsync().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  // Keeps an exit code that the command has already set.
  process.exitCode ||= 1;
});
