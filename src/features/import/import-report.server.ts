import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoted, type Remark } from '../../i18n/remark.server.ts';
import { writeAtomically } from '../../platform/files/write.server.ts';
import type { ImportPlan } from './plan-import.server.ts';

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
  let names: string[];
  try {
    names = readdirSync(join(dataDir, 'import')).filter((name) => name.endsWith(ENDING));
  } catch {
    return [];
  }
  const reports = names.flatMap((name): ImportReport[] => {
    try {
      return [JSON.parse(readFileSync(join(dataDir, 'import', name), 'utf8')) as ImportReport];
    } catch {
      return [];
    }
  });
  return reports.sort((a, b) => b.at.localeCompare(a.at));
}
