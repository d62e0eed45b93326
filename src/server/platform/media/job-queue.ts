/** Runs a few jobs at a time, lets a bounded number wait in order and refuses the rest. */
export interface JobQueue {
  /** The job's result, or null at once when too many are waiting. */
  run<T>(job: () => Promise<T>): Promise<T> | null;
  running(): number;
  waiting(): number;
}

/** Makes a queue that runs and holds so many jobs. */
export function openJobQueue({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }): JobQueue {
  const line: (() => void)[] = [];
  let running = 0;

  async function take<T>(job: () => Promise<T>): Promise<T> {
    // A waiting job inherits the place of the one that ended, so nobody can slip in between.
    if (running < maxRunning) running += 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await job();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    run: (job) => (running >= maxRunning && line.length >= maxWaiting ? null : take(job)),
    running: () => running,
    waiting: () => line.length,
  };
}
