import { openDatabase } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { shortHash } from './packed-text.server.ts';

/**
 * Short hashes of the content files at a moment in the past, as far as the history knows them; others are as `now`
 * has them.
 */
export async function versionsAt(
  { dataDir, databaseUrl }: Pick<Environment, 'dataDir' | 'databaseUrl'>,
  moment: string,
  now: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const database = await openDatabase({ dataDir, url: databaseUrl, checks: 'once' });
  try {
    const rows = await database.db
      .selectFrom('content_versions')
      .select(['file', 'hash'])
      .where('at', '<=', moment)
      .where((eb) => eb.or([eb('replaced_at', 'is', null), eb('replaced_at', '>', moment)]))
      .execute();
    const known = new Map(rows.map(({ file, hash }) => [file, shortHash(hash)]));
    const later = await database.db.selectFrom('content_versions').select('file').where('at', '>', moment).execute();
    const added = new Set(later.map(({ file }) => file).filter((file) => !known.has(file)));
    const same = Object.entries(now).filter(([file]) => !known.has(file) && !added.has(file));
    return { ...Object.fromEntries([...known].filter(([, hash]) => hash !== '')), ...Object.fromEntries(same) };
  } finally {
    await database.close();
  }
}
