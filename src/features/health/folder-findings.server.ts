import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, isLocal } from '../../platform/environment/environment.server.ts';
import { ownerOf } from '../../platform/files/owner.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import type { Finding } from '../../platform/log/finding.ts';

/** Folders of the data folder with too many files to look at each. */
const LARGE = new Set(['versions', 'media', 'originals', 'bundles']);

/**
 * Whether the service can write into its folders: everything in the data folder belongs to the owner of that folder,
 * and this user can write there and into the content.
 */
export function folderFinding({ dataDir, contentDir }: Pick<Environment, 'dataDir' | 'contentDir'>): Finding {
  const name = 'folders';
  try {
    const owner = ownerOf(dataDir);
    const foreign = entriesIn(dataDir).find((path) => ownerOf(path) !== owner);
    if (foreign)
      return {
        name,
        state: 'fail',
        message:
          `${foreign} belongs to another user than ${dataDir}, so that the service cannot write it: run ` +
          `"chown -R --reference=${dataDir} ${dataDir}" as root, and commands as the user of the service`,
      };
    for (const path of [dataDir, ...entriesIn(dataDir), contentDir, join(contentDir, 'properties')])
      accessSync(path, constants.W_OK);
    return { name, state: 'ok', message: 'the data folder and the content can be written' };
  } catch (error) {
    return {
      name,
      state: 'fail',
      message: `${errorMessage(error)}: the service writes into DATA_DIR and CONTENT_DIR; give them to its user`,
    };
  }
}

/** The files and folders of a data folder, and what is directly in its small folders. */
const entriesIn = (dataDir: string): string[] =>
  readdirSync(dataDir).flatMap((name) => {
    const path = join(dataDir, name);
    const isSmall = !LARGE.has(name) && statSync(path).isDirectory();
    return [path, ...(isSmall ? readdirSync(path).map((inside) => join(path, inside)) : [])];
  });

/** Names that never lead to a mailbox: RFC 2606. */
const RESERVED = /\.(example|test|invalid|localhost)$/;

/** Says that visitors would see the agency of an example under a public address. */
export function exampleFinding({ contentDir, siteUrl }: Pick<Environment, 'contentDir' | 'siteUrl'>): Finding {
  const name = 'agency';
  const fine: Finding = { name, state: 'ok', message: 'the content is that of an agency' };
  if (isLocal(siteUrl) || RESERVED.test(new URL(siteUrl).hostname)) return fine;
  try {
    const { agency } = JSON.parse(readFileSync(join(contentDir, 'settings/site.json'), 'utf8'));
    if (!RESERVED.test(String(agency.email))) return fine;
    return {
      name,
      state: 'fail',
      message:
        `${siteUrl} shows the example agency ${agency.name} (${agency.email}) of ${contentDir}: set CONTENT_DIR to ` +
        'the folder of your agency',
    };
  } catch {
    // The finding of the content says what cannot be read.
    return fine;
  }
}
