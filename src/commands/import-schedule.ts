import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { importDueFile } from '../features/import/claim-import.server.ts';
import { readImportState } from '../features/import/import-state.server.ts';
import { importSettings } from '../features/import/settings.ts';

const MINUTE_MS = 60_000;
/** A failed import is tried again after so many minutes, whatever the schedule. */
const RETRY_MINUTES = 15;

/** An import that is due. */
export interface DueImport {
  name: string;
  /** Another machine may have done it within these minutes; null when the CRM sent an event. */
  everyMinutes: number | null;
}

/** Chooses the imports that are due, by `schedule` of settings/import.json. */
export interface ImportSchedule {
  /**
   * The imports that are due, by their minutes or because the CRM sent an event. Each one that is returned counts as
   * tried now, so that an import that cannot even start is not repeated every minute.
   */
  due(nowMs?: number): DueImport[];
}

/**
 * Opens the schedule of a site. The settings are read each time, so that an edit counts without a restart; settings
 * that cannot be read start nothing, and the content check reports them.
 */
export function openImportSchedule({ contentDir, dataDir }: { contentDir: string; dataDir: string }): ImportSchedule {
  const tried = new Map<string, number>();
  return {
    due(nowMs = Date.now()) {
      const imports = Object.entries(scheduleIn(contentDir)).flatMap(([name, everyMinutes]): DueImport[] => {
        if (wasMarked(dataDir, name)) return [{ name, everyMinutes: null }];
        const state = readImportState(dataDir, name);
        const last = Math.max(tried.get(name) ?? 0, Date.parse(state?.triedAt ?? '') || 0);
        const minutes = state?.alarm ? Math.min(everyMinutes, RETRY_MINUTES) : everyMinutes;
        return nowMs - last >= minutes * MINUTE_MS ? [{ name, everyMinutes }] : [];
      });
      for (const { name } of imports) tried.set(name, nowMs);
      return imports;
    },
  };
}

/** Whether the CRM sent something; the mark is removed before the import begins, so that what comes later counts. */
function wasMarked(dataDir: string, name: string): boolean {
  try {
    rmSync(importDueFile(dataDir, name));
    return true;
  } catch {
    return false;
  }
}

function scheduleIn(contentDir: string): Readonly<Record<string, number>> {
  try {
    // The starter keeps in memory what it reads this with: the reader of the content would take 30 MB.
    const text = new TextDecoder().decode(readFileSync(join(contentDir, 'settings/import.json')));
    return importSettings.parse(JSON.parse(text)).schedule;
  } catch {
    return {};
  }
}
