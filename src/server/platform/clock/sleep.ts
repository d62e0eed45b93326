/** A pause that can be cut short. */
export interface Sleep {
  /** Resolves after so long, on `wake`, or at once when woken since the last nap. */
  sleep(durationMs: number): Promise<void>;
  wake(): void;
}

/** Makes a pause that nobody takes yet. */
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
