/** A pause that can be ended early. */
export interface Sleep {
  /** Resolves after this duration, on `wake`, or at once if `wake` was called since the last sleep. */
  sleep(durationMs: number): Promise<void>;
  wake(): void;
}

/** Creates a sleep that is not yet in use. */
export function openSleep(): Sleep {
  let end: (() => void) | null = null;
  let woken = false;

  function sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end?.(), woken ? 0 : durationMs);
      woken = false;
      end = () => {
        clearTimeout(timer);
        end = null;
        resolve();
      };
    });
  }

  return {
    sleep,
    wake() {
      woken = end === null;
      end?.();
    },
  };
}
