import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { changeFile } from '../content/changes/change-file.server.ts';
import { readContent } from '../content/files/read-content.server.ts';
import { contentWriterOf } from '../content/history/content-writer.server.ts';
import { siteOfContent } from '../content/site/catalogue.server.ts';
import { addressesIn, type OldAddress, oldAddresses } from '../features/seo/old-addresses.server.ts';
import { addressKey, changedTable, type Redirect } from '../features/seo/redirects.ts';
import { environment } from '../platform/environment/environment.server.ts';
import { withNewDatabase } from './with-database.ts';

const FILE = 'settings/redirects.json';

interface Options {
  dryRun?: boolean;
  gone?: boolean;
  json?: boolean;
}

/** `redirects <file>`: fills the table of old addresses from a list of the URLs of an earlier site. */
export function redirectsCommand(): Command {
  return new Command('redirects')
    .description('read the URLs of an earlier site, find their pages here, and write settings/redirects.json')
    .argument('<file>', 'a sitemap, or a text with one URL per line, also with the new URL behind a comma')
    .option('--dry-run', 'only tell where each URL would lead')
    .option('--gone', 'say of the URLs for which no page was found that they are gone for good (410)')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, { dryRun, gone, json }: Options) => {
      const { contentDir } = environment();
      const { content } = readContent(contentDir);
      if (!content) throw new Error('The content has errors; "npm run site -- content check" names them.');
      const found = oldAddresses(siteOfContent(content), addressesIn(readFileSync(file, 'utf8')));
      if (found.length === 0)
        throw new Error(`${file} has no URL: write one per line, such as https://www.agency.be/a/`);
      const rows = found.filter(({ reason, to }) =>
        reason === null ? gone : reason !== 'works' && reason !== 'known' && to,
      );
      if (!dryRun && rows.length > 0) await addRows(rows);
      if (json) return console.log(JSON.stringify(found, null, 2));
      for (const one of found) console.log(lineOf(one));
      const lost = found.filter(({ reason }) => reason === null).length;
      const written = dryRun ? `${rows.length} would be written` : `${rows.length} written to ${FILE}`;
      console.log(`${found.length} URLs: ${written}, ${lost} without a page${lost > 0 && !gone ? ' (see "?")' : ''}.`);
    });
}

/** Why an address leads where it does, for a person who reads the list. */
const REASONS: Readonly<Record<NonNullable<OldAddress['reason']>, string>> = {
  works: 'works already',
  given: 'as given',
  known: 'is in the table already',
  property: 'by its number or reference',
  list: 'by its town or type',
  page: 'by its name',
};

const lineOf = ({ from, to, reason }: OldAddress) =>
  reason === null ? `?  ${from}` : `${from} -> ${to ?? 'gone'} (${REASONS[reason]})`;

/** Adds rows to the table; those that it has for the same address are replaced. */
const addRows = (found: readonly OldAddress[]) =>
  withNewDatabase((database, settings) => {
    const by = { who: 'redirects', source: 'command', why: 'addresses of an earlier site' } as const;
    const added = found.map(({ from, to }): Redirect => ({ from, below: false, ...(to && { to }) }));
    const keys = new Set(added.map(({ from }) => addressKey(from)));
    return changeFile(contentWriterOf(database, settings), FILE, by, (present) =>
      changedTable(present, (rows) => [...rows.filter(({ from }) => !keys.has(addressKey(from))), ...added]),
    );
  });
