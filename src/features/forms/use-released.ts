import { useEffect, useRef } from 'react';

/**
 * Gives a function that waits until no finger or button of a mouse is down.
 * A message that comes or goes while one presses moves what is pressed away, and the click would be lost.
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
