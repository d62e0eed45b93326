import { Command } from 'commander';
import { writeSchemas } from '../server/catalogue/content/content-schemas.ts';
import { environment } from '../server/platform/environment/environment.ts';

/** `schemas`: writes JSON Schema files, so that code editors complete and explain fields. */
export function schemasCommand(): Command {
  return new Command('schemas')
    .description('write content/schemas/, with which common editors complete and explain fields')
    .action(() => {
      const { folder, names } = writeSchemas(environment().contentDir);
      console.log(`${names.length} schemas written to ${folder}`);
    });
}
