import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/** Programs write a file in several steps. */
const QUIET_MS = 100;
/** How often a folder that was removed is looked for. */
const GONE_MS = 1000;

/**
 * Calls `changed` with the folders in which something has changed, once nothing else changed for a moment; `close` ends
 * it.
 */
export function watchFolder(root: string, changed: (folders: ReadonlySet<string>) => void): { close(): void } {
  const watchers = new Map<string, { watcher: FSWatcher; identity: string }>();
  let timer: NodeJS.Timeout | undefined;
  let folders = new Set<string>();

  // One watcher per folder: Node's recursive watcher watches every file, and a system limits the number of watches.
  function look(folder: string): void {
    const facts = statSync(folder, { throwIfNoEntry: false });
    // A folder that was replaced by another one, as deployments do, is watched anew. The number of a removed folder is
    // given to the next one.
    const identity = facts && `${facts.ino} ${facts.birthtimeMs}`;
    if (watchers.get(folder)?.identity !== identity) forget(folder);
    if (identity === undefined) {
      if (folder === root) later(GONE_MS);
      return;
    }
    if (!watchers.has(folder)) {
      try {
        const watcher = watch(folder, (_event, name) => meet(folder, name));
        watcher.on('error', () => forget(folder));
        watchers.set(folder, { watcher, identity });
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
    folders.add(relative(root, folder));
    later(QUIET_MS);
  }

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      look(root);
      if (!watchers.has(root)) return;
      const met = folders;
      folders = new Set();
      changed(met);
    }, ms);
  }

  function forget(folder: string): void {
    watchers.get(folder)?.watcher.close();
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
