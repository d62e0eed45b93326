import { Command } from 'commander';
import { environment } from '../platform/environment/environment.server.ts';
import { secretOf } from '../platform/signing/secret.server.ts';
import { PREVIEW_MS, previewKey } from '../platform/signing/signature.server.ts';
import { withDatabase } from './with-database.ts';

/** `preview <path>`: creates a link that shows a page before it is public; the link is valid for one day. */
export function previewCommand(): Command {
  return new Command('preview')
    .description('make a link that shows a page of the content before it is public; it works for a day')
    .argument('<path>', 'path of the page, such as /nl/open-huis/')
    .action(async (path: string) => {
      const [, language = '', ...rest] = path.replace(/\/?$/, '/').split('/');
      if (!/^[a-z]{2}$/.test(language))
        throw new Error(`${path} cannot be previewed: start with the language, such as /nl/open-huis/`);
      const inner = `/${[language, ...rest].join('/')}`;
      console.log(await previewLink(inner));
    });
}

/** The link that shows a path of the content on disk, such as `/nl/open-huis/`, for a day. */
export async function previewLink(path: string): Promise<string> {
  const settings = environment();
  const secret = settings.databaseUrl
    ? await withDatabase((database) => secretOf(settings, database))
    : await secretOf(settings, null);
  const key = previewKey({ path, until: Date.now() + PREVIEW_MS, secret });
  return `${settings.siteUrl}${path.replace(/^\/[a-z]{2}\//, '$&preview/')}?key=${key}`;
}
