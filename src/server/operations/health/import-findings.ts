import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';

/** The state of a feed that an import stores in DATA_DIR/import/{feed}.json. */
export interface FeedState {
  /** When it was last imported. */
  goodAt: string | null;
  /** Why the last import failed; null when it succeeded. */
  alarm: string | null;
  /** After this number of hours without a successful import it is a warning. */
  maxAgeHours: number;
}

const HOUR_MS = 3_600_000;

/** One finding per feed that was ever imported: an alarm of the last run, or too long without an import. */
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
