import { Command, Option } from 'commander';
import { readMailSite } from '../features/agency/agency-mail.server.ts';
import { ROLES } from '../features/staff/rights.ts';
import { addStaff, disableStaff, listStaff, OPERATOR, resetStaff } from '../features/staff/staff-accounts.server.ts';
import { environment, studioOriginOf } from '../platform/environment/environment.server.ts';
import { withDatabase } from './with-database.ts';

/** `staff`: manages who may log in to the studio; the way in for the first administrator, and the way back in. */
export function staffCommand(): Command {
  return new Command('staff')
    .description('accounts of the studio')
    .addCommand(addCommand())
    .addCommand(resetCommand())
    .addCommand(disableCommand())
    .addCommand(listCommand());
}

function addCommand(): Command {
  return new Command('add')
    .description('add an account and print the link with which the person chooses a password')
    .argument('<email>', 'email address with which the person logs in')
    .requiredOption('--name <name>', 'first and last name')
    .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).makeOptionMandatory())
    .option('--member <id>', 'the team member who this person is: a file in category/team/; agents need one')
    .option('--language <code>', 'language of the studio; left out = the default language')
    .action((email: string, given: { name: string; role: string; member?: string; language?: string }) =>
      withDatabase(async (database, { contentDir }) => {
        const { content, languages, defaultLanguage } = await readMailSite(contentDir);
        const person = { email, ...given, language: given.language ?? defaultLanguage };
        const { token } = await addStaff({ database }, person, { languages, members: content.members }, OPERATOR);
        console.log(`${email} was added. This link works once, for seven days:\n${linkOf(token)}`);
      }),
    );
}

function resetCommand(): Command {
  return new Command('reset')
    .description('take away password, second factor and sessions, and print a link for a new password')
    .argument('<email>')
    .action((email: string) =>
      withDatabase(async (database) => {
        const token = await resetStaff({ database }, email, OPERATOR);
        console.log(`${email} was reset. This link works once, for seven days:\n${linkOf(token)}`);
      }),
    );
}

function disableCommand(): Command {
  return new Command('disable')
    .description('end the sessions of an account and let it log in no more')
    .argument('<email>')
    .option('--undo', 'let it log in again')
    .action((email: string, { undo = false }: { undo?: boolean }) =>
      withDatabase(async (database) => {
        await disableStaff({ database }, email, !undo, OPERATOR);
        console.log(undo ? `${email} can log in again.` : `${email} cannot log in any more; its sessions are ended.`);
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('list the accounts')
    .option('--json', 'print them as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (database) => {
        const accounts = (await listStaff({ database })).map(
          ({ email, name, role, member, totp_key, disabled_at }) => ({
            ...{ email, name, role, member },
            secondFactor: totp_key !== null,
            disabled: disabled_at !== null,
          }),
        );
        if (json) return console.log(JSON.stringify(accounts, null, 2));
        for (const { email, name, role, secondFactor, disabled } of accounts)
          console.log(
            [
              email.padEnd(32),
              role.padEnd(Math.max(...ROLES.map(({ length }) => length)) + 2),
              name,
              secondFactor ? '' : 'no second factor yet',
              disabled ? 'disabled' : '',
            ]
              .filter(Boolean)
              .join('  '),
          );
        if (accounts.length === 0) console.log('No accounts. "staff add" adds the first one.');
      }),
    );
}

function linkOf(token: string): string {
  return `${studioOriginOf(environment())}/studio/password/?token=${encodeURIComponent(token)}`;
}
