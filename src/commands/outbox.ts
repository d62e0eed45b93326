import { Command, Option } from 'commander';
import type { OutboxRow } from '../platform/database/schema.ts';
import { dropFromQueue, listQueue, queueHealth, retryQueue } from '../platform/outbox/inspect-queue.server.ts';
import { withDatabase } from './with-database.ts';

/** `outbox`: lists mails that are waiting, sent or failed. */
export function outboxCommand(): Command {
  const outbox = new Command('outbox').description('see what became of the mails');

  outbox
    .command('list')
    .description('list the newest mails; exit code 1 when some need attention')
    .addOption(new Option('--state <state>', 'only in this state').choices(['pending', 'sending', 'sent', 'failed']))
    .option('--json', 'print them as JSON')
    .action(({ state, json }: { state?: OutboxRow['state']; json?: boolean }) =>
      withDatabase(async (database) => {
        const mails = await listQueue(database, { state });
        const health = await queueHealth(database);
        process.exitCode = health.ok ? 0 : 1;
        if (json) return console.log(JSON.stringify({ health, mails }, null, 2));
        for (const mail of mails) {
          const trouble = mail.last_error
            ? `  (${mail.attempts} tries: ${mail.last_error.replace(/\p{Cc}+/gu, ' ')})`
            : '';
          console.log(
            `${mail.id}  ${mail.created_at.slice(0, 16).replace('T', ' ')}  ${mail.state.padEnd(7)}  ` +
              `${mail.kind.padEnd(24)}  ${mail.recipient}${trouble}`,
          );
        }
        console.log(
          `${health.waiting} waiting, ${health.failed} failed, ${health.refused} to addresses that their server ` +
            `refuses; the oldest has waited ${health.oldestSeconds} s. Times are UTC.`,
        );
      }),
    );

  outbox
    .command('retry')
    .description('try failed and waiting mails again now, for another 72 hours')
    .argument('[id]', 'only this mail')
    .action((id?: string) =>
      withDatabase(async (database) => {
        const count = await retryQueue(database, { id });
        if (id && count === 0) throw new Error(`There is no mail ${id} that waits or failed.`);
        console.log(`${count} mails are due now.`);
      }),
    );

  outbox
    .command('drop')
    .description('remove a mail that failed or waits; it is not sent any more')
    .argument('<id>')
    .action((id: string) =>
      withDatabase(async (database) => {
        if (!(await dropFromQueue(database, id))) throw new Error(`There is no mail ${id} that waits or failed.`);
        console.log(`${id} was removed.`);
      }),
    );

  return outbox;
}
