import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Drawing } from './draw-pdf.server.ts';

/** A thread that is not needed ends after this time. */
const IDLE_MS = 30_000;

/** Draws PDF files in one thread beside the server, which starts with the first one. */
export function openPdfThread(): { draw(drawing: Drawing): Promise<Buffer>; close(): Promise<void> } {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./draw-pdf.server.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  return {
    draw: async (drawing) => Buffer.from((await pool.run(drawing, { name: 'drawPdf' })) as Uint8Array),
    close: () => pool.destroy(),
  };
}
