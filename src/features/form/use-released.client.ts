import { useEffect, useRef } from 'react';

/**
 * Returns a function that waits until no finger or mouse button is down. A message that appears or disappears during a
 * press moves the pressed element, and the click would be lost.
 */
export function useReleased(): () => Promise<void> {
  const pressing = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const end = new AbortController();
    const press = () => {
      pressing.current = new Promise((resolve) => {
        for (const name of ['pointerup', 'pointercancel'])
          addEventListener(name, () => setTimeout(resolve), { once: true, signal: end.signal });
      });
    };
    addEventListener('pointerdown', press, { capture: true, passive: true, signal: end.signal });
    return () => end.abort();
  }, []);
  return () => pressing.current;
}
