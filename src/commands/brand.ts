import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readContent } from '../content/files/read-content.server.ts';
import { DISPLAY_FAMILIES, SAME_AS_TEXT, TEXT_FAMILIES } from '../features/brand/palette.ts';
import { EXAMPLE_BRANDS, writeBrand } from '../features/brand/write-brand.server.ts';
import { environment } from '../platform/environment/environment.server.ts';
import { previewLink } from './preview.ts';

/** `brand`: colours, logo and type of the agency (settings/brand.json). */
export function brandCommand(): Command {
  const brand = new Command('brand').description('colours, logo and type of the agency: examples and a preview');
  brand
    .command('list')
    .description('list the brands that can be used as a start, and the families of type')
    .action(() => {
      const { contentDir } = environment();
      const own = existsSync(join(contentDir, 'settings/brand.json'));
      console.log(`Brands: ${EXAMPLE_BRANDS.join(', ')}`);
      console.log(`Type of texts (text): ${Object.keys(TEXT_FAMILIES).join(', ')}`);
      console.log(`Type of headings (display): ${[...Object.keys(DISPLAY_FAMILIES), SAME_AS_TEXT].join(', ')}`);
      console.log(own ? 'This agency has settings/brand.json.' : 'This agency has the look of the product.');
    });
  brand
    .command('use')
    .description('write the files of a brand into the content, as a start: settings/brand.json and a logo')
    .argument('<name>', `one of: ${EXAMPLE_BRANDS.join(', ')}`)
    .option('--force', 'overwrite the brand and the logos that are there')
    .action(async (name: string, { force = false }: { force?: boolean }) => {
      const written = await writeBrand({ name, contentDir: environment().contentDir, isForced: force });
      console.log(`Wrote ${written.join(', ')}.`);
      console.log('Replace the drawings by your own, change the colours, and look: npm run site -- brand preview');
    });
  brand
    .command('preview')
    .description('make a link that shows all components in the brand on the disk; it works for a day')
    .option('--language <code>', 'language of the page; left out = the default language')
    .action(async ({ language }: { language?: string }) => {
      const { content, problems } = readContent(environment().contentDir);
      const wrong = problems.find(({ file, severity }) => file === 'settings/brand.json' && severity === 'error');
      if (wrong || !content)
        throw new Error(`${wrong ? 'The brand' : 'The content'} has errors: run npm run site -- content check`);
      const { enabledLanguages, defaultLanguage } = content.settings.site;
      const code = language ?? defaultLanguage;
      if (!enabledLanguages.includes(code))
        throw new Error(`${code} is not a language of this site; use ${enabledLanguages.join(' or ')}`);
      console.log(await previewLink(`/${code}/_brand/`));
    });
  return brand;
}
