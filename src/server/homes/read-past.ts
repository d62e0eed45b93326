import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS, type Settings } from '../../domain/settings.ts';
import { openDatabase } from '../database/database.ts';
import type { Environment } from '../environment.ts';
import { NO_PAST, type Past, pastOf } from './past.ts';

/** What a build must know of the past of homes; nothing while the database cannot be read, which `report` is told. */
export async function readPast(
  { dataDir, databaseUrl, contentDir }: Pick<Environment, 'dataDir' | 'databaseUrl' | 'contentDir'>,
  report: (message: string) => void,
): Promise<Past> {
  const settings = settingsIn(contentDir);
  if (!settings) return NO_PAST;
  try {
    const database = await openDatabase({ dataDir, url: databaseUrl });
    try {
      return await pastOf(database, settings);
    } finally {
      await database.close();
    }
  } catch (error) {
    report(`The past of homes cannot be read, so badges are left out: ${error instanceof Error ? error.message : error}`);
    return NO_PAST;
  }
}

/** The two settings that the past hangs on, without reading all homes; null while they are wrong, which the check of the content tells. */
function settingsIn(contentDir: string): Pick<Settings, 'site' | 'alerts'> | null {
  const read = (name: 'site' | 'alerts') => JSON.parse(readFileSync(join(contentDir, 'settings', `${name}.json`), 'utf8'));
  try {
    return { site: SETTINGS.site.parse(read('site')), alerts: SETTINGS.alerts.parse(read('alerts')) };
  } catch {
    return null;
  }
}
