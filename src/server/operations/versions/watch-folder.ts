import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/** Programs write a file in several steps. */
const QUIET_MS = 100;

/**
 * Calls `changed` with the folders in which something has changed, once nothing else changed for a moment; `close` ends
 * it.
 */
export function watchFolder(root: string, changed: (folders: ReadonlySet<string>) => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let folders = new Set<string>();

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

  function meet(folder: string, name: string | null): void {
    // Half-written files of editors and copy programs begin with a dot or have one of these endings.
    if (name && (/^\.|~$|\.(swp|tmp|part)$/.test(name) || name === 'schemas')) return;
    clearTimeout(timer);
    folders.add(relative(root, folder));
    timer = setTimeout(() => {
      look(root);
      const met = folders;
      folders = new Set();
      changed(met);
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
