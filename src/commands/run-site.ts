import { Command } from 'commander';
import { ENV_FILE, type Environment, environment } from '../platform/environment/environment.server.ts';
import { refuseRootOn } from '../platform/files/owner.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { COMMANDS } from './commands.ts';

// React draws pages and mails; without this it would be its development build, which is larger and slower.
process.env.NODE_ENV ??= 'production';

/** Commands that need no data folder. */
const WITHOUT_DATA: ReadonlySet<string> = new Set(['new-agency', 'content', 'schemas']);

/** Commands until December 2026, by what does the same now. */
const MOVED: Readonly<Record<string, string>> = { licences: 'npm run licences', advisories: 'npm run advisories' };

/** Other names of commands. */
const ALIASES: Readonly<Record<string, string>> = { night: 'nightly', requests: 'leads' };

/**
 * Runs the operator's command line with what was written after `npm run site --`. A command that fails prints why and
 * sets `process.exitCode`.
 */
export async function runSite(words: readonly string[]): Promise<void> {
  const program = new Command('npm run site --')
    .description('Commands for editors and operators of this site.')
    .showHelpAfterError('Add --help to see what this command takes.');
  program
    .option('--env <file>', 'read settings from this file instead of .env beside the project')
    .hook('preAction', (_program, command) => {
      const { env } = program.opts<{ env?: string }>();
      if (env) process.env[ENV_FILE] = env;
      sayFolder(program, command);
    });
  const moved = MOVED[words[0] ?? ''];
  if (moved) return console.error(`"${words[0]}" is "${moved}" now: it serves who makes the site.`);
  const given = words.map((word) => ALIASES[word] ?? word);
  const named = Object.keys(COMMANDS).filter((name) => given.includes(name));
  // Help, and what is said of a name that is wrong, tell of all commands.
  for (const [name, load] of Object.entries(COMMANDS))
    if (named.length === 0 || named.includes(name)) program.addCommand(await load());
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    console.error(errorMessage(error));
    // Keeps an exit code that the command has already set.
    process.exitCode ||= 1;
  }
}

/**
 * Says on which data a command works, and refuses root on data of the service; to stderr, because what a command prints
 * may be read by a program.
 */
function sayFolder(program: Command, command: Command): void {
  const top = command.parent === program ? command : command.parent;
  if (WITHOUT_DATA.has(top?.name() ?? '')) return;
  const settings = usableSettings();
  if (!settings) return;
  const { dataDir, databaseUrl } = settings;
  console.error(`Data folder: ${dataDir}${databaseUrl ? ', database: PostgreSQL' : ''}`);
  refuseRootOn(dataDir);
}

/** The settings; null when the command will report that they cannot be used, with its own exit code. */
function usableSettings(): Environment | null {
  try {
    return environment();
  } catch {
    return null;
  }
}
