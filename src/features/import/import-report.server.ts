import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../content/files/read-json.server.ts';
import { quoted, type Remark } from '../../i18n/remark.server.ts';
import { writeAtomically } from '../../platform/files/write.server.ts';
import { type OutgoingRequests, whyNotRequested } from '../../platform/http/guarded-fetch.server.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { parsed } from '../../platform/values/parsed.ts';
import { importState } from './import-state.server.ts';
import type { ImportPlan } from './plan-import.server.ts';
import { importSettings } from './settings.ts';

const HOUR_MS = 3_600_000;

/** One finding per CRM whose URL in settings/import.json is never requested; the content check finds other mistakes. */
export function connectionFindings(contentDir: string, allowed: OutgoingRequests): Finding[] {
  const file = 'settings/import.json';
  if (!existsSync(join(contentDir, file))) return [];
  const settings = importSettings.safeParse(readJson(file, readFileSync(join(contentDir, file))).data);
  return Object.entries(settings.data?.connections ?? {}).flatMap(([name, { url }]): Finding[] => {
    const why = typeof url === 'string' ? whyNotRequested(url, allowed) : null;
    const message = `connections.${name}.url in ${file} is not requested: ${why} (see OUTGOING_REQUESTS)`;
    return why ? [{ name: `import ${name}`, state: 'fail', message }] : [];
  });
}

/** One finding per importer that ever ran: an alarm of the last run, or too long without an import. */
export function importFindings(dataDir: string, nowMs = Date.now()): Finding[] {
  let files: string[];
  try {
    files = readdirSync(join(dataDir, 'import')).filter((name) => /^[a-z][a-z0-9-]*\.json$/.test(name));
  } catch {
    return [];
  }
  return files.map((file) => {
    const name = `import ${file.replace('.json', '')}`;
    try {
      const text = readFileSync(join(dataDir, 'import', file), 'utf8');
      const { goodAt, alarm, maxAgeHours } = parsed(importState, text);
      if (alarm) return { name, state: 'fail', message: alarm };
      const hours = goodAt ? (nowMs - Date.parse(goodAt)) / HOUR_MS : Number.POSITIVE_INFINITY;
      return hours > maxAgeHours
        ? {
            name,
            state: 'warn',
            message: `last imported ${Math.round(hours)} hours ago, expected within ${maxAgeHours}`,
            facts: { hours },
          }
        : { name, state: 'ok', message: `imported ${hours.toFixed(1)} hours ago`, facts: { hours } };
    } catch {
      return { name, state: 'warn', message: 'its state cannot be read; the next import writes it anew' };
    }
  });
}

/** What the last import of a source did, or would have done; stored in DATA_DIR/import/{source}.report. */
export interface ImportReport {
  source: string;
  /** When it ended. */
  at: string;
  /** Why nothing was changed; null when it was imported. */
  refused: Remark | null;
  /** Null when the export could not be read. */
  plan: ImportPlan | null;
  /** What is said about the export as a whole. */
  notes: readonly Remark[];
  /** Photographs that could not be used. */
  pictures: readonly { id: number; source: string; reason: Remark }[];
}

const ENDING = '.report';

/** What an import did, as far as its report says it. */
interface Outcome {
  ok: boolean;
  message?: string;
  why?: Remark;
  plan?: ImportPlan;
  notes?: readonly Remark[];
  pictures?: { failed: ImportReport['pictures'] };
}

/** Stores what an import did, for the studio. */
export async function writeImportReport(dataDir: string, source: string, result: Outcome): Promise<void> {
  const report: ImportReport = {
    ...{
      source,
      at: new Date().toISOString(),
      refused: result.ok ? null : (result.why ?? quoted(result.message ?? '')),
    },
    ...{ plan: result.plan ?? null, notes: result.notes ?? [], pictures: result.pictures?.failed ?? [] },
  };
  await writeAtomically(join(dataDir, 'import', source + ENDING), JSON.stringify(report));
}

/** The reports of all sources, the newest first. */
export function readImportReports(dataDir: string): ImportReport[] {
  let files: string[];
  try {
    files = readdirSync(join(dataDir, 'import')).filter((name) => name.endsWith(ENDING));
  } catch {
    return [];
  }
  const reports = files.flatMap((file): ImportReport[] => {
    try {
      return [JSON.parse(readFileSync(join(dataDir, 'import', file), 'utf8')) as ImportReport];
    } catch {
      return [];
    }
  });
  return reports.sort((a, b) => b.at.localeCompare(a.at));
}
