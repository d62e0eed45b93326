import { Cron } from 'croner';

/** Work that is repeated while the site is running. */
export interface Job {
  /** For logs. */
  name: string;
  /** It runs for the first time within a second of the start. */
  everySeconds: number;
  run(): Promise<void>;
}

/**
 * Runs jobs at their intervals, each one after its earlier run has ended; an error is logged and the job runs again at
 * its next time. `stop` waits for the runs that have begun.
 */
export function startScheduler(
  jobs: readonly Job[],
  log: { error(facts: object, message: string): void },
): { runNow(name: string): void; stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const crons = new Map<string, Cron>();
  for (const { name, everySeconds, run } of jobs) {
    const once = () => {
      const done = run().catch((error: unknown) => log.error({ job: name, problem: String(error) }, 'a job failed'));
      running.add(done);
      return done.finally(() => running.delete(done));
    };
    const cron = new Cron('* * * * * *', { interval: everySeconds, protect: true, unref: true }, once);
    crons.set(name, cron);
  }
  return {
    /** Runs a job now, unless it is running. */
    runNow: (name) => void crons.get(name)?.trigger(),
    async stop() {
      for (const cron of crons.values()) cron.stop();
      await Promise.all(running);
    },
  };
}
