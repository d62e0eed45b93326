import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnfinished, writeAtomically } from '../files/write-atomically.server.ts';
import type { Rendering } from './renderer.server.ts';

/**
 * Renderings on disk by key; each key is made once at a time, and the least recently used are removed beyond the limit.
 */
export interface MediaCache {
  get(key: string, make: () => Promise<Rendering>): Promise<Rendering>;
  statistics(): { hits: number; bytes: number };
  close(): Promise<void>;
}

const touchAfterMs = 60 * 60 * 1000;
const staleTemporaryMs = 10 * 60 * 1000;
const refusalMs = 10 * 60 * 1000;
const maxRefusals = 1_000;
const fillAfterSweep = 0.9;

/** Opens the folder in which rendered variants are stored. */
export function openMediaCache(options: {
  folder: string;
  maxBytes: number;
  report: (error: unknown) => void;
}): MediaCache {
  const { folder, maxBytes, report } = options;
  const flights = new Map<string, Promise<Rendering>>();
  const refusals = new Map<string, { rendering: Rendering; untilMs: number }>();
  let bytes = 0;
  let hits = 0;
  // Writing and sweeping run one after the other, so that `bytes` stays correct.
  let turn = sweep().catch(report);

  async function read(key: string): Promise<Buffer | null> {
    const handle = await open(join(folder, key)).catch(() => null);
    if (!handle) return null;
    try {
      const { size, mtimeMs } = await handle.stat();
      // The file's modification time records the last use: it survives a restart and is visible to other workers.
      if (Date.now() - mtimeMs > touchAfterMs) await handle.utimes(new Date(), new Date()).catch(report);
      return size > 0 ? await handle.readFile() : null;
    } finally {
      await handle.close();
    }
  }

  async function fly(key: string, make: () => Promise<Rendering>): Promise<Rendering> {
    let isStoring = false;
    try {
      const body = await read(key);
      if (body) hits += 1;
      const rendering: Rendering = body ? { ok: true, body } : await make();
      isStoring = rendering.ok && !body;
      if (rendering.ok && isStoring) store(key, rendering.body);
      if (!rendering.ok && rendering.problem === 'unreadable') refuse(key, rendering);
      return rendering;
    } finally {
      if (!isStoring) flights.delete(key);
    }
  }

  // The visitor does not wait for the disk; requests in the meantime share this result.
  function store(key: string, body: Buffer): void {
    turn = turn
      .then(async () => {
        await writeAtomically(join(folder, key), body);
        bytes += body.length;
        if (bytes > maxBytes) await sweep();
      })
      .catch(report)
      .finally(() => flights.delete(key));
  }

  // Without this, a broken original would occupy an encoder at each request.
  function refuse(key: string, rendering: Rendering): void {
    if (refusals.size >= maxRefusals) refusals.clear();
    refusals.set(key, { rendering, untilMs: Date.now() + refusalMs });
  }

  async function sweep(): Promise<void> {
    const files: { file: string; size: number; mtimeMs: number }[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      const facts = await stat(file).catch(() => null);
      if (!facts?.isFile()) continue;
      if (!isUnfinished(name)) files.push({ file, size: facts.size, mtimeMs: facts.mtimeMs });
      else if (Date.now() - facts.mtimeMs > staleTemporaryMs) await rm(file, { force: true });
    }
    bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= maxBytes) return;
    for (const { file, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (bytes <= maxBytes * fillAfterSweep) break;
      await rm(file, { force: true });
      bytes -= size;
    }
  }

  function get(key: string, make: () => Promise<Rendering>): Promise<Rendering> {
    const refusal = refusals.get(key);
    if (refusal && refusal.untilMs > Date.now()) return Promise.resolve(refusal.rendering);
    const flight = flights.get(key) ?? fly(key, make);
    flights.set(key, flight);
    return flight;
  }

  async function close(): Promise<void> {
    await Promise.allSettled(flights.values());
    await turn;
  }

  return { get, statistics: () => ({ hits, bytes }), close };
}
