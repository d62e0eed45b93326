import { Command } from 'commander';
import { listViewings } from '../features/viewing/agenda.server.ts';
import { formatTime } from '../i18n/format.ts';
import { brusselsDay } from '../platform/time/days.ts';
import { withDatabase } from './with-database.ts';

/** `viewings`: lists the viewings that visitors booked. */
export function viewingsCommand(): Command {
  const viewings = new Command('viewings').description('see the viewings that visitors booked');
  viewings
    .command('list')
    .description('list the viewings to come, the next one first')
    .option('--agent <id>', 'only those of one agent')
    .option('--property <id>', 'only those of one property')
    .option('--all', 'also those that have been, were cancelled or were not confirmed in time')
    .option('--json', 'print them as JSON')
    .action(({ json, ...filter }: { agent?: string; property?: string; all?: boolean; json?: boolean }) =>
      withDatabase(async (database) => {
        const found = await listViewings(database, filter);
        if (json) return console.log(JSON.stringify(found, null, 2));
        for (const { startsAt, state, propertyId, agent, name, email, phone } of found)
          console.log(
            [
              `${brusselsDay(new Date(startsAt))} ${formatTime(startsAt, 'en')}`,
              state.padEnd(9),
              propertyId.padEnd(8),
              agent.padEnd(16),
              [name, email, phone].filter(Boolean).join(', '),
            ].join('  '),
          );
        console.log(found.length === 0 ? 'No viewings.' : `${found.length} shown; times are those of Brussels.`);
      }),
    );
  return viewings;
}
