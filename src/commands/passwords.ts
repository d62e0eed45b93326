import { Command } from 'commander';
import {
  installLeakedPasswords,
  leakedPasswordsStatus,
  removeLeakedPasswords,
} from '../platform/accounts/passwords.server.ts';
import { environment } from '../platform/environment/environment.server.ts';

/** `passwords`: a list of leaked passwords, which owners and staff may not choose. */
export function passwordsCommand(): Command {
  const passwords = new Command('passwords').description('leaked passwords that nobody may choose');
  passwords
    .command('install')
    .description('use a list of SHA-1 hashes in order, one per line, such as that of Have I Been Pwned')
    .argument('<file>')
    .action(async (file: string) => {
      const count = await installLeakedPasswords(environment().dataDir, file);
      console.log(`${count} leaked passwords are refused from now on.`);
    });
  passwords
    .command('status')
    .description('say whether a list is installed')
    .action(async () => {
      const status = await leakedPasswordsStatus(environment().dataDir);
      console.log(
        status
          ? `${status.count} leaked passwords are refused; installed on ${status.installedAt.slice(0, 10)}.`
          : 'No list is installed. Passwords are compared with the built-in lists of common ones.',
      );
    });
  passwords
    .command('remove')
    .description('remove the list')
    .action(async () => {
      const isRemoved = await removeLeakedPasswords(environment().dataDir);
      console.log(isRemoved ? 'Removed the list of leaked passwords.' : 'No list was installed.');
    });
  return passwords;
}
