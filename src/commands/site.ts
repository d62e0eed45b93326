import { Command } from 'commander';
import { advisoriesCommand } from './advisories.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { contentCommand, schemasCommand } from './content.ts';
import { doctorCommand } from './doctor.ts';
import { importCommand } from './import.ts';
import { leadsCommand } from './leads.ts';
import { licencesCommand } from './licences.ts';
import { newsletterCommand } from './newsletter.ts';
import { nightlyCommand, retentionCommand } from './nightly.ts';
import { outboxCommand } from './outbox.ts';
import { ownersCommand, portalCommand } from './owners.ts';
import { previewCommand } from './preview.ts';
import { buildCommand, publishCommand } from './publish.ts';

/** The operator's command line: npm run site -- <command>. */
const program = new Command('npm run site --')
  .description('Commands for editors and operators of this site.')
  .showHelpAfterError('Add --help to see what this command takes.');

for (const command of [
  contentCommand,
  schemasCommand,
  buildCommand,
  importCommand,
  publishCommand,
  nightlyCommand,
  previewCommand,
  leadsCommand,
  outboxCommand,
  newsletterCommand,
  ownersCommand,
  portalCommand,
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
