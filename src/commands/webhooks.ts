import { Command, Option } from 'commander';
import { webhookTargetsIn } from '../content/files/webhook-targets.server.ts';
import { webhookFindings } from '../features/health/delivery-findings.server.ts';
import { isSwitchedOff, switchOn, urlOfTarget } from '../features/webhook/send-event.server.ts';
import { isCrmFormat } from '../features/webhook/settings.ts';
import type { OutboxRow } from '../platform/database/schema.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { listQueue, retryQueue } from '../platform/outbox/inspect-queue.server.ts';
import { withDatabase } from './with-database.ts';

/** `webhooks`: lists the events for other systems, sends them again, and switches a target on. */
export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('see which systems received leads and other events')
    .addCommand(listCommand())
    .addCommand(retryCommand())
    .addCommand(onCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('list each target and the newest events; exit code 1 when a target needs attention')
    .addOption(new Option('--state <state>', 'only in this state').choices(['pending', 'sending', 'sent', 'failed']))
    .option('--target <name>', 'only for this target')
    .option('--json', 'print them as JSON')
    .action(({ state, target, json }: { state?: OutboxRow['state']; target?: string; json?: boolean }) =>
      withDatabase(async (database, settings) => {
        const targets = targetsNamed(settings, target);
        const findings = await webhookFindings(database, targets, settings);
        const events = await listQueue(database, { queue: 'events', state, target });
        process.exitCode = findings.every((finding) => finding.state === 'ok') ? 0 : 1;
        if (json) return console.log(JSON.stringify({ targets: findings, events }, null, 2));
        if (targets.length === 0) console.log('settings/webhooks.json has no targets.');
        for (const finding of findings)
          console.log(`${finding.state.padEnd(5)} ${finding.name.padEnd(24)} ${finding.message}`);
        for (const event of events) {
          const trouble = event.last_error ? `  (${event.attempts} tries: ${event.last_error})` : '';
          console.log(
            `${event.id}  ${event.created_at.slice(0, 16).replace('T', ' ')}  ${event.state.padEnd(7)}  ` +
              `${event.kind.padEnd(17)}  ${event.recipient}${trouble}`,
          );
        }
      }),
    );
}

function retryCommand(): Command {
  return new Command('retry')
    .description('send failed and waiting events again now, under the same IDs, for another 72 hours')
    .argument('[id]', 'only this event')
    .option('--target <name>', 'only for this target')
    .action((id: string | undefined, { target }: { target?: string }) =>
      withDatabase(async (database, settings) => {
        const targets = targetsNamed(settings, target);
        const count = await retryQueue(database, { queue: 'events', id, target });
        if (id && count === 0) throw new Error(`There is no event ${id} that waits or failed.`);
        console.log(`${count} events are due now.`);
        for (const { name, ...one } of targets.filter(({ format }) => !isCrmFormat(format)))
          if (await isSwitchedOff(database, name, urlOfTarget({ name, ...one }, settings.webhookUrls) ?? ''))
            console.log(`"${name}" is switched off and takes none: "npm run site -- webhooks on ${name}" first.`);
      }),
    );
}

function onCommand(): Command {
  return new Command('on')
    .description('switch a target on again that had responded that it is gone, and send what it missed')
    .argument('<target>', 'name in settings/webhooks.json')
    .action((name: string) =>
      withDatabase(async (database, settings) => {
        targetsNamed(settings, name);
        if (!(await switchOn(database, name))) throw new Error(`"${name}" is not switched off.`);
        const count = await retryQueue(database, { queue: 'events', target: name });
        console.log(`"${name}" is on; ${count} events are due now.`);
      }),
    );
}

/** The targets of the site, or the one with this name; throws a sentence when there is none. */
function targetsNamed({ contentDir }: Pick<Environment, 'contentDir'>, wanted: string | undefined) {
  const all = webhookTargetsIn(contentDir);
  const found = all.filter(({ name }) => !wanted || name === wanted);
  if (!wanted || found.length > 0) return found;
  const names = all.map(({ name }) => name).join(', ');
  throw new Error(
    `settings/webhooks.json has no target "${wanted}"${names ? `; its targets are ${names}` : '; it has none'}.`,
  );
}
