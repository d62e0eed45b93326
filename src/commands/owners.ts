import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import * as z from 'zod';
import { readPropertyFile } from '../content/files/read-content.server.ts';
import { withPresentNames } from '../content/files/renamed.server.ts';
import { readMailSite } from '../features/agency/agency-mail.server.ts';
import {
  addOwner,
  disableOwner,
  inviteOwner,
  linkOwner,
  listOwners,
  type NewOwner,
  OwnerError,
  resetFactor,
} from '../features/owner/accounts.server.ts';
import { ownerImport, portalImport } from '../features/owner/portal-import.ts';
import { importEntries } from '../features/owner/property-entries.server.ts';
import { environment } from '../platform/environment/environment.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { withDatabase } from './with-database.ts';

const ROLES = ['owner', 'co-owner', 'representative'] as const;
type Role = (typeof ROLES)[number];
const role = () => new Option('--role <role>', 'role of this person for the property').choices(ROLES).default('owner');

/** `owners`: manages who may log in to the owner portal, and which properties they see. */
export function ownersCommand(): Command {
  return new Command('owners')
    .description('accounts of the owner portal')
    .addCommand(addCommand())
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(disableCommand())
    .addCommand(resetFactorCommand())
    .addCommand(linkCommand())
    .addCommand(inviteCommand());
}

function addCommand(): Command {
  return new Command('add')
    .description('add an owner and mail an invitation to choose a password')
    .argument('<email>', 'email address with which the owner logs in')
    .requiredOption('--name <name>', 'first and last name')
    .option('--language <code>', 'language of mails; left out = the default language')
    .option('--property <id...>', 'properties of this owner')
    .addOption(role())
    .option('--no-invite', 'mail nothing now')
    .action(
      (email: string, given: { name: string; language?: string; property?: string[]; role: Role; invite: boolean }) =>
        withDatabase(async (database) => {
          const { contentDir, siteUrl } = environment();
          const site = await readMailSite(contentDir);
          const properties = (given.property ?? []).map((id) => ({ id: known(contentDir, id), role: given.role }));
          const owner = { email, name: given.name, language: given.language ?? site.defaultLanguage, properties };
          const { added, invited } = await addOwner(database, owner, { site, siteUrl, invite: given.invite });
          console.log(
            added
              ? `${email} was added${invited ? ' and invited by mail' : ''}.`
              : `${email} existed; its properties are linked.`,
          );
        }),
    );
}

function importCommand(): Command {
  return new Command('import')
    .description('add owners from a JSON file and invite the new ones')
    .argument('<file>', 'a JSON file as schemas/owners-import.json describes it')
    .option('--no-invite', 'mail nothing now')
    .action((file: string, { invite }: { invite: boolean }) =>
      withDatabase(async (database) => {
        const { contentDir, siteUrl } = environment();
        const site = await readMailSite(contentDir);
        const list = readImportFile(file, ownerImport, 'owners-import').map(
          ({ email, name, language, properties }): NewOwner => ({
            email,
            name,
            language: language ?? site.defaultLanguage,
            properties: properties.map(({ id, role: part }) => ({ id: known(contentDir, String(id)), role: part })),
          }),
        );
        let added = 0;
        for (const owner of list) if ((await addOwner(database, owner, { site, siteUrl, invite })).added) added += 1;
        console.log(`${added} owners added, ${list.length - added} existed; their properties are linked.`);
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('list the accounts with their properties')
    .option('--json', 'print them as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (database) => {
        const all = await listOwners(database);
        if (json) return console.log(JSON.stringify(all, null, 2));
        for (const { email, name, language, disabled, hasPassword, properties } of all) {
          const state = disabled ? 'disabled' : hasPassword ? 'open' : 'invited';
          console.log(
            `${email}  ${name}  ${language}  ${state}  ` +
              `${properties.map(({ id, role: part }) => `${id} (${part})`).join(', ')}`,
          );
        }
        console.log(`${all.length} owners.`);
      }),
    );
}

function disableCommand(): Command {
  return new Command('disable')
    .description('close an account and end its sessions; its properties stay linked')
    .argument('<email>')
    .option('--undo', 'open it again')
    .action((email: string, { undo }: { undo?: boolean }) =>
      withDatabase(async (database) => {
        if (!(await disableOwner(database, email, !undo))) throw new Error(`User not found: ${email}`);
        console.log(`${email} is ${undo ? 'open' : 'disabled'}.`);
      }),
    );
}

function resetFactorCommand(): Command {
  return new Command('reset-factor')
    .description('remove the second step of the login of an owner who lost the phone; check first who asks')
    .argument('<email>')
    .action((email: string) =>
      withDatabase(async (database) => {
        if (!(await resetFactor(database, email))) throw new Error(`User not found: ${email}`);
        console.log(`${email} logs in with the password alone and can set up a second step again.`);
      }),
    );
}

function linkCommand(): Command {
  return new Command('link')
    .description('let an owner see a property; co-owners and representatives too')
    .argument('<property>', 'ID of the property')
    .argument('<email>', 'email address of the account')
    .addOption(role())
    .option('--remove', 'unlink the property again')
    .action((property: string, email: string, given: { role: Role; remove?: boolean }) =>
      withDatabase(async (database) => {
        // A property that is no longer in the content can still be unlinked.
        const id = given.remove ? property : known(environment().contentDir, property);
        const done = await linkOwner(database, email, id, given.remove ? null : given.role);
        if (done === 'no-user') throw new Error(`User not found: ${email}`);
        console.log(given.remove ? `${email} no longer sees ${id}.` : `${email} sees ${id} as ${given.role}.`);
      }),
    );
}

function inviteCommand(): Command {
  return new Command('invite')
    .description('mail an invitation to choose a password again')
    .argument('<email>')
    .action((email: string) =>
      withDatabase(async (database) => {
        const { contentDir, siteUrl } = environment();
        if (!(await inviteOwner(database, email, { site: await readMailSite(contentDir), siteUrl })))
          throw new Error(`User not found: ${email}`);
        console.log(`${email} was invited by mail.`);
      }),
    );
}

function known(contentDir: string, id: string): string {
  if (!readPropertyFile(contentDir, id))
    throw new Error(`There is no property ${id}: use the number of a file in content/properties/.`);
  return id;
}

/** `portal`: imports what happened outside this site, for owners to see. */
export function portalCommand(): Command {
  const portal = new Command('portal').description('what owners see of their properties');
  portal
    .command('import')
    .description('import viewings, communications, media, appearances and views of portals')
    .argument('<file>', 'a JSON file as schemas/portal-import.json describes it')
    .option('--json', 'print what was imported as JSON')
    .action((file: string, { json }: { json?: boolean }) =>
      withDatabase(async (database) => {
        const { contentDir } = environment();
        const result = await importEntries(
          database,
          readImportFile(file, portalImport, 'portal-import'),
          (id) => readPropertyFile(contentDir, String(id)) !== null,
        );
        if (json) return console.log(JSON.stringify(result));
        console.log(`Imported: ${result.entries} entries, ${result.views} figures of portals.`);
      }),
    );
  return portal;
}

/**
 * Reads a JSON file for an import; reports every mistake with its position in the file. `kind` selects the old names
 * of fields that are read too.
 */
function readImportFile<T>(file: string, schema: z.core.$ZodType<T>, kind: 'portal-import' | 'owners-import'): T {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OwnerError(`${file} cannot be read: ${errorMessage(error)}`);
  }
  const result = z.safeParse(schema, withPresentNames(kind, data).data);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`);
  throw new OwnerError(`${lines.join('\n')}\nNothing was imported.`);
}
