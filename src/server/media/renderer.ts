import { openJobQueue } from './job-queue.ts';
import { openMediaCache } from './media-cache.ts';
import type { MediaDescription } from './media-index.ts';
import { type Rendering, render } from './render.ts';
import { type Variant, variantKeyOf } from './variant.ts';

/** Draws variants, two at a time, and keeps them in a folder. */
export interface Renderer {
  rendered(path: string, found: MediaDescription, variant: Variant): Promise<Rendering>;
  statistics(): { renders: number; hits: number; running: number; waiting: number; cacheBytes: number };
  close(): Promise<void>;
}

const encoders = 2;

/** Opens the drawing of variants into a folder. */
export function openRenderer(options: {
  folder: string;
  cacheBytes: number;
  maxWaiting: number;
  forget: (path: string) => void;
  report: (error: unknown) => void;
}): Renderer {
  const { folder, cacheBytes, maxWaiting, forget, report } = options;
  const cache = openMediaCache({ folder, maxBytes: cacheBytes, report });
  const queue = openJobQueue({ maxRunning: encoders, maxWaiting });
  let renders = 0;

  async function draw(path: string, { file, hash }: MediaDescription, variant: Variant): Promise<Rendering> {
    renders += 1;
    const rendering = await render(file, hash, variant);
    if (rendering.ok) return rendering;
    if (rendering.problem === 'changed') forget(path);
    if (rendering.problem === 'unreadable') report(new Error(`The picture ${path} cannot be used: ${rendering.reason}`));
    return rendering;
  }

  return {
    rendered: (path, found, variant) =>
      cache.get(
        variantKeyOf(found.hash, variant),
        async () => queue.run(() => draw(path, found, variant)) ?? { ok: false, problem: 'busy' },
      ),
    statistics() {
      const { hits, bytes } = cache.statistics();
      return { renders, hits, running: queue.running(), waiting: queue.waiting(), cacheBytes: bytes };
    },
    close: cache.close,
  };
}
