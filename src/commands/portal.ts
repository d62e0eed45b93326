import { Command } from 'commander';
import { portalImport } from '../domain/owners/portal-import.ts';
import { readPropertyFile } from '../server/catalogue/content/read-content.ts';
import { environment } from '../server/platform/environment/environment.ts';
import { importEntries } from '../server/services/owners/portal/import-entries.ts';
import { readImportFile } from './read-json-file.ts';
import { withDatabase } from './with-database.ts';

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
