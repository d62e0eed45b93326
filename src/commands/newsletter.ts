import { Command, Option } from 'commander';
import { listSubscribers } from '../features/newsletter/newsletter.server.ts';
import { csvLines } from '../platform/files/csv.ts';
import { withDatabase } from './with-database.ts';

/** `newsletter`: lists the confirmed email addresses of the newsletter. */
export function newsletterCommand(): Command {
  const newsletter = new Command('newsletter').description('email addresses of the newsletter');
  newsletter
    .command('export')
    .description('write the confirmed email addresses, for the program that sends the newsletter')
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .option('--json', 'the same as --format json')
    .action(({ format, json }: { format: 'csv' | 'json'; json?: boolean }) =>
      withDatabase(async (database) => {
        const subscribers = await listSubscribers(database);
        if (json || format === 'json') return console.log(JSON.stringify(subscribers, null, 2));
        const rows = subscribers.map(({ email, language, confirmedAt }) => [email, language, confirmedAt]);
        process.stdout.write(csvLines([['email', 'language', 'confirmedAt'], ...rows]));
      }),
    );
  return newsletter;
}
