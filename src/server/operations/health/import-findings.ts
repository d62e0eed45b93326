import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';

/** What an import left behind about its feed, in DATA_DIR/import/{feed}.json. */
export interface FeedState {
  /** When it was last taken over. */
  goodAt: string | null;
  /** Why the last one was not; null when it was. */
  alarm: string | null;
  /** After so many hours without a good import it is worth a look. */
  maxAgeHours: number;
}

const HOUR_MS = 3_600_000;

/** One finding per feed that was ever imported: an alarm of the last run, or silence for too long. */
export function feedFindings(dataDir: string, nowMs = Date.now()): Finding[] {
  let names: string[];
  try {
    names = readdirSync(join(dataDir, 'import')).filter((name) => /^[a-z]+\.json$/.test(name));
  } catch {
    return [];
  }
  return names.map((file) => {
    const name = `feed ${file.replace('.json', '')}`;
    try {
      const { goodAt, alarm, maxAgeHours } = JSON.parse(
        readFileSync(join(dataDir, 'import', file), 'utf8'),
      ) as FeedState;
      if (alarm) return { name, state: 'fail', message: alarm };
      const hours = goodAt ? (nowMs - Date.parse(goodAt)) / HOUR_MS : Number.POSITIVE_INFINITY;
      return hours > maxAgeHours
        ? {
            name,
            state: 'warn',
            message: `last taken over ${Math.round(hours)} hours ago, expected within ${maxAgeHours}`,
            facts: { hours },
          }
        : { name, state: 'ok', message: `taken over ${hours.toFixed(1)} hours ago`, facts: { hours } };
    } catch {
      return { name, state: 'warn', message: 'its state cannot be read; the next import writes it anew' };
    }
  });
}
