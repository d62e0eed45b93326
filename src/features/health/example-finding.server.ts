import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, isLocal } from '../../platform/environment/environment.server.ts';
import type { Finding } from '../../platform/log/finding.ts';

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
