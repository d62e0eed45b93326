import { flushCompileCache } from 'node:module';
import { environment } from '../platform/environment/environment.server.ts';
import { BUFFER_BLOCK_BYTES } from '../platform/http/page-cache.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import type { WorkerMessage } from '../publish/supervisor.ts';
import { serve } from './serve.ts';

Buffer.poolSize = BUFFER_BLOCK_BYTES;

/** The first visitors do not wait for what the process writes when it has started. */
const QUIET_MS = 3000;

/** The process that serves a version: the supervisor and signals tell it what to do. */
async function main(): Promise<void> {
  const settings = environment();
  const versionDir = process.env.DORPEL_VERSION_DIR;
  if (!versionDir) throw new Error('DORPEL_VERSION_DIR is missing: start the site with "npm start"');
  const tell = (message: WorkerMessage) => {
    process.send?.(message);
    // Node writes it when a process ends by itself; after a crash the next one would compile everything again.
    if (message.listening) setTimeout(flushCompileCache, QUIET_MS).unref();
    if (message.failed) process.exitCode = 1;
  };
  const { show, retire, stop } = await serve({ settings, versionDir, tell, ended: () => process.exit(0) });
  process.on('message', (message: { retire?: boolean; show?: string }) => {
    if (message.retire) retire();
    if (message.show) void show(message.show);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', () => {});
  process.on('disconnect', stop);
}

main().catch((error) => {
  const message = errorMessage(error);
  if (process.send) process.send({ failed: message });
  else console.error(message);
  process.exitCode = 1;
});
