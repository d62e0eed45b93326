import type { ClientDirective } from 'astro';
import type {} from './replay.client.ts';

/** Events that count as a touch. */
const TOUCHES = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * Hydrates an island on the first pointerdown, focus or key inside it. Until then, and when loading fails, its plain
 * HTML works; what is done meanwhile is repeated afterwards. `urls` are fetched at once, the first is that of
 * `replay.client.ts`. The returned function does so without a touch.
 */
export function hydrateOnTouch(
  island: HTMLElement,
  urls: readonly string[],
  load: () => Promise<() => unknown>,
): () => Promise<void> {
  let loading = false;
  const pressed: HTMLElement[] = [];
  /** Remembers a button that needs JavaScript; links and forms work without it meanwhile. */
  const press = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button], [role=button]');
    if (button) pressed.push(button);
  };
  const begin = async () => {
    if (loading) return;
    loading = true;
    island.addEventListener('click', press, true);
    try {
      await fetchCode(urls);
      await import(/* @vite-ignore */ urls[0] ?? '');
      await globalThis.replayTouch?.(island, await load(), pressed);
    } catch {
      // No network: the plain HTML stays, the next touch tries again.
      loading = false;
    }
    island.removeEventListener('click', press, true);
    pressed.length = 0;
  };
  for (const name of TOUCHES) island.addEventListener(name, begin, true);
  return begin;
}

/**
 * Fetches files of code at once; throws where one does not come. Some browsers remember a failed import, and none a
 * failed fetch: after it, the next touch can try again.
 */
export const fetchCode = (urls: readonly string[]): Promise<unknown> =>
  Promise.all(urls.map(async (url) => (await fetch(url)).ok || Promise.reject()));

/** The same as a directive of Astro; its value is the URL of `replay.client.ts` with those of shared code. */
const touch: ClientDirective = (load, { value }, island) =>
  void hydrateOnTouch(
    island,
    [...value.split(' '), ...['component-url', 'renderer-url'].map((name) => island.getAttribute(name) ?? '')],
    load,
  );
export default touch;
