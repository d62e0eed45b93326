import { Command } from 'commander';
import { environment } from '../server/platform/environment/environment.ts';
import { secretOf } from '../server/platform/signing/secret.ts';
import { PREVIEW_MS, previewKey } from '../server/platform/signing/signature.ts';
import { withDatabase } from './with-database.ts';

/** `preview <path>`: creates a link that shows a page before it is public; the link is valid for one day. */
export function previewCommand(): Command {
  return new Command('preview')
    .description('make a link that shows a page of the content before it is public; it works for a day')
    .argument('<path>', 'path of the page, such as /nl/open-huis/')
    .action(async (path: string) => {
      const settings = environment();
      const { siteUrl } = settings;
      const [, language = '', ...rest] = path.replace(/\/?$/, '/').split('/');
      if (!/^[a-z]{2}$/.test(language))
        throw new Error(`${path} cannot be previewed: start with the language, such as /nl/open-huis/`);
      const inner = `/${[language, ...rest].join('/')}`;
      const secret = settings.databaseUrl
        ? await withDatabase((database) => secretOf(settings, database))
        : await secretOf(settings, null);
      const key = previewKey({ path: inner, until: Date.now() + PREVIEW_MS, secret });
      console.log(`${siteUrl}/${language}/preview/${rest.join('/')}?key=${key}`);
    });
}
