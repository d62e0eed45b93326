import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import * as z from 'zod';
import { article, member, testimonial } from '../domain/article.ts';
import { ownerImport } from '../domain/owner-import.ts';
import { page } from '../domain/page.ts';
import { portalImport } from '../domain/portal-import.ts';
import { project } from '../domain/project.ts';
import { property } from '../domain/property.ts';
import { SETTINGS } from '../domain/settings.ts';
import { environment } from '../server/environment.ts';

/** `schemas`: writes JSON Schema files, so that an editor's program completes fields and explains them. */
export function schemasCommand(): Command {
  return new Command('schemas')
    .description('write content/schemas/, with which common editors complete and explain fields')
    .action(() => {
      const folder = join(environment().contentDir, 'schemas');
      mkdirSync(folder, { recursive: true });
      const settings = Object.entries(SETTINGS).map(([name, schema]) => [`settings-${name}`, schema] as const);
      const all = [
        ['property', property],
        ['project', project],
        ['page', page],
        ['article', article],
        ['member', member],
        ['testimonial', testimonial],
        ['portal-import', portalImport],
        ['owners-import', ownerImport],
        ...settings,
      ] as const;
      for (const [name, schema] of all) {
        writeFileSync(
          join(folder, `${name}.json`),
          `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`,
        );
      }
      console.log(`${all.length} schemas written to ${folder}`);
    });
}
