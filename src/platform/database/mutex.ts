import { StorageProblem } from './storage-problem.ts';

/** Admits one caller at a time, in the order of the calls. */
export interface Mutex {
  /** Waits for the mutex until a deadline (milliseconds since 1970), then fails as "busy". */
  take(deadline: number): Promise<void>;
  pass(): void;
}

/** Creates a mutex that is free. */
export function openMutex(): Mutex {
  const line: (() => void)[] = [];
  let taken = false;

  function take(deadline: number): Promise<void> {
    if (!taken) {
      taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const mine = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(mine), 1);
        reject(new StorageProblem('busy'));
      }, deadline - Date.now());
      line.push(mine);
    });
  }

  function pass(): void {
    const next = line.shift();
    if (next) next();
    else taken = false;
  }

  return { take, pass };
}
