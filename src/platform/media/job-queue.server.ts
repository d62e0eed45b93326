import PQueue from 'p-queue';

/** Runs a few jobs at a time, queues a limited number in order and refuses the rest. */
export interface JobQueue {
  /** The job's result, or null at once when too many are waiting. */
  run<T>(job: () => Promise<T>): Promise<T> | null;
  running(): number;
  waiting(): number;
}

/** Creates a queue that runs `maxRunning` jobs at a time and holds up to `maxWaiting` more. */
export function openJobQueue({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }): JobQueue {
  const queue = new PQueue({ concurrency: maxRunning });
  return {
    run: (job) => (queue.pending >= maxRunning && queue.size >= maxWaiting ? null : queue.add(job)),
    running: () => queue.pending,
    waiting: () => queue.size,
  };
}
