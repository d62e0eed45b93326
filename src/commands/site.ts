import { Command } from 'commander';
import { environment } from '../server/platform/environment/environment.ts';
import { ENV_FILE } from '../server/platform/environment/settings-sources.ts';

/** Commands that need no data folder. */
const WITHOUT_DATA: ReadonlySet<string> = new Set(['new-agency', 'content', 'schemas', 'licences', 'advisories']);

/** The commands in the order of the help. Each is loaded when it is needed: all of them take half a second. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'new-agency': async () => (await import('./new-agency.ts')).newAgencyCommand(),
  content: async () => (await import('./content.ts')).contentCommand(),
  brand: async () => (await import('./brand.ts')).brandCommand(),
  schemas: async () => (await import('./content.ts')).schemasCommand(),
  build: async () => (await import('./publish.ts')).buildCommand(),
  bundle: async () => (await import('./bundle.ts')).bundleCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  history: async () => (await import('./history.ts')).historyCommand(),
  undo: async () => (await import('./history.ts')).undoCommand(),
  publish: async () => (await import('./publish.ts')).publishCommand(),
  map: async () => (await import('./map.ts')).mapCommand(),
  places: async () => (await import('./places.ts')).placesCommand(),
  nightly: async () => (await import('./nightly.ts')).nightlyCommand(),
  preview: async () => (await import('./preview.ts')).previewCommand(),
  leads: async () => (await import('./leads.ts')).leadsCommand(),
  viewings: async () => (await import('./viewings.ts')).viewingsCommand(),
  outbox: async () => (await import('./outbox.ts')).outboxCommand(),
  webhooks: async () => (await import('./webhooks.ts')).webhooksCommand(),
  newsletter: async () => (await import('./newsletter.ts')).newsletterCommand(),
  owners: async () => (await import('./owners.ts')).ownersCommand(),
  portal: async () => (await import('./owners.ts')).portalCommand(),
  passwords: async () => (await import('./passwords.ts')).passwordsCommand(),
  staff: async () => (await import('./staff.ts')).staffCommand(),
  retention: async () => (await import('./nightly.ts')).retentionCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  licences: async () => (await import('./licences.ts')).licencesCommand(),
  advisories: async () => (await import('./advisories.ts')).advisoriesCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./backup.ts')).restoreCommand(),
};
/** Other names of commands. */
const ALIASES: Readonly<Record<string, string>> = { night: 'nightly', requests: 'leads' };

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

const given = process.argv.map((word) => ALIASES[word] ?? word);
const named = Object.keys(COMMANDS).filter((name) => given.includes(name));
// Help, and what is said of a name that is wrong, tell of all commands.
for (const name of named.length > 0 ? named : Object.keys(COMMANDS)) program.addCommand(await COMMANDS[name]!());

program.parseAsync().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  // Keeps an exit code that the command has already set.
  process.exitCode ||= 1;
});
