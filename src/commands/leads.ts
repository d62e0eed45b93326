import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { webhookTargetsIn } from '../content/files/webhook-targets.server.ts';
import { exportLeads } from '../features/lead/lead-list.server.ts';
import { findLead, type LeadFilter, listLeads, markHandled } from '../features/lead/leads.server.ts';
import { addressesOf } from '../features/lead/people.server.ts';
import { erasePerson } from '../features/privacy/requests/erase-person.server.ts';
import { exportPerson } from '../features/privacy/requests/export-person.server.ts';
import { normalisedEmailAddress } from '../platform/text/contact-details.ts';
import { rowsInWords, withDatabase } from './with-database.ts';

/** `leads`: lists, exports and erases what visitors sent through forms. */
export function leadsCommand(): Command {
  return new Command('leads')
    .alias('requests')
    .description('see, export and erase what visitors sent')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(exportCommand())
    .addCommand(handledCommand())
    .addCommand(personCommand())
    .addCommand(eraseCommand());
}

function listCommand(): Command {
  return filtered(new Command('list').description('list the newest leads'))
    .option('--limit <number>', 'how many', positive, 50)
    .option('--json', 'print them as JSON')
    .action(({ json, ...filter }: LeadFilter & { json?: boolean }) =>
      withDatabase(async (database) => {
        const found = await listLeads(database, filter);
        if (json) return console.log(JSON.stringify(found, null, 2));
        for (const { reference, createdAt, status, form, language, propertyId, projectId } of found) {
          console.log(
            [
              reference,
              createdAt.slice(0, 16).replace('T', ' '),
              status.padEnd(7),
              form.padEnd(20),
              language,
              propertyId ?? projectId ?? '',
            ].join('  '),
          );
        }
        console.log(found.length === 0 ? 'No leads.' : `${found.length} shown; times are UTC.`);
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('show one lead with its values and mails')
    .argument('<reference>', 'such as 2611-7KQ4M')
    .option('--json', 'print it as JSON')
    .action((reference: string, { json }: { json?: boolean }) =>
      withDatabase(async (database) => {
        const lead = await findLead(database, reference);
        if (!lead) throw new Error(`There is no lead ${reference}.`);
        if (json) return console.log(JSON.stringify(lead, null, 2));
        const { values, campaign, mails, ...facts } = lead;
        for (const [name, value] of Object.entries({ ...facts, ...values, ...campaign }))
          if (value !== null) console.log(`${name.padEnd(20)} ${shown(value)}`);
        for (const mail of mails)
          console.log(
            `mail ${mail.kind.padEnd(15)} ${mail.state} to ` +
              `${mail.recipient}${mail.last_error ? ` (${shown(mail.last_error)})` : ''}`,
          );
      }),
    );
}

function exportCommand(): Command {
  return filtered(new Command('export').description('write all leads as CSV or JSON'))
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .option('--output <file>', 'file to write; left out = the screen')
    .action(({ format, output, ...filter }: LeadFilter & { format: 'csv' | 'json'; output?: string }) =>
      withDatabase(async (database) => {
        const pieces = Readable.from(exportLeads(database, format, filter));
        // The file holds names and email addresses, so only its owner can read it.
        if (output) await pipeline(pieces, createWriteStream(output, { mode: 0o600 }));
        else for await (const piece of pieces) process.stdout.write(piece);
      }),
    );
}

function handledCommand(): Command {
  return new Command('handled')
    .description('mark a lead as handled')
    .argument('<reference>')
    .action((reference: string) =>
      withDatabase(async (database) => {
        const result = await markHandled(database, reference.trim().toUpperCase());
        if (!result) throw new Error(`There is no lead ${reference}.`);
        console.log(result === 'handled' ? `${reference} is handled.` : `${reference} was handled before.`);
      }),
    );
}

function personCommand(): Command {
  return new Command('person')
    .description('print all data stored about a person as JSON, for a request for access; follows merged addresses')
    .argument('<email>', 'email address of the person')
    .action((email: string) =>
      withDatabase(async (database) => console.log(JSON.stringify(await exportPerson(database, email), null, 2))),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .description(
      'erase everything about a person, also under merged addresses: leads, mails, searches, viewings, accounts',
    )
    .argument('<email>', 'email address of the person')
    .option('--also <words...>', 'also take these words out of the texts of others, such as a name')
    .option('--json', 'print what was erased as JSON')
    .action((email: string, { json, also = [] }: { json?: boolean; also?: string[] }) =>
      withDatabase(async (database, { contentDir }) => {
        const [, ...others] = await addressesOf(database.db, normalisedEmailAddress(email));
        const erased = await erasePerson(database, email, { also, targets: webhookTargetsIn(contentDir) });
        if (json) return console.log(JSON.stringify(erased));
        console.log(`Erased: ${rowsInWords(erased.rows)}; removed from ${erased.mentions} records of others.`);
        if (others.length > 0) console.log(`Also erased, because staff merged them: ${others.join(', ')}.`);
        if (erased.left.length > 0)
          console.log('Texts of others that may be about this person ("--also" takes words out of them):');
        for (const { table, record, words } of erased.left)
          console.log(`  ${table.replaceAll('_', ' ')} ${record}: … ${words} …`);
        for (const { name, events } of erased.untold) {
          const sent = `was sent ${events} ${events === 1 ? 'event' : 'events'} about this person and`;
          const older = 'Events that are no longer stored may have been about this person: look there.';
          console.log(
            events > 0 ? `"${name}" ${sent} is not told: erase it there.` : `"${name}" is not told. ${older}`,
          );
        }
        console.log(
          'Not reached from here: backups made before now, what mail servers and mailboxes keep, ' +
            'testimonials that were published (content/testimonials), and the system from which ' +
            'viewings and contacts are imported.',
        );
      }),
    );
}

function filtered(command: Command): Command {
  return command
    .option('--form <form>', 'only of this form, such as contact-me')
    .addOption(new Option('--status <status>', 'only with this status').choices(['new', 'handled']))
    .option('--email <email>', 'only of this visitor')
    .option('--since <day>', 'only from this day on, such as 2026-11-01');
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Use a whole number above 0.');
  return number;
}

// Text that a visitor typed must not control the operator's terminal.
function shown(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Cc}+/gu, ' ');
}
