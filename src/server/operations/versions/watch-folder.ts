import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const QUIET_MS = 300;

/** Calls `changed` when something below a folder has changed and nothing else changed for a moment; `close` ends it. */
export function watchFolder(root: string, changed: () => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  // One watcher per folder: Node's recursive watcher watches every file, and a system limits the number of watches.
  function look(folder: string): void {
    if (!watchers.has(folder)) {
      try {
        const watcher = watch(folder, (_event, name) => meet(folder, name));
        watcher.on('error', () => forget(folder));
        watchers.set(folder, watcher);
      } catch {
        return;
      }
    }
    for (const entry of entriesOf(folder))
      if (entry.isDirectory() && !entry.name.startsWith('.')) look(join(folder, entry.name));
  }

  function meet(_folder: string, name: string | null): void {
    // Half-written files of editors and copy programs begin with a dot or have one of these endings.
    if (name && (/^\.|~$|\.(swp|tmp|part)$/.test(name) || name === 'schemas')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      look(root);
      changed();
    }, QUIET_MS);
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  look(root);
  return {
    close() {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
