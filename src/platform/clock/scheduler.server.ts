import { Cron } from 'croner';

/** Work that is repeated while the site is running. */
export interface Job {
  /** For logs. */
  name: string;
  /** From one run to the next; the first one is at the start. */
  everySeconds: number;
  run(): Promise<void>;
}

/**
 * Runs jobs at once and then at their intervals, each one after its earlier run has ended; an error is logged and the
 * job runs again at its next time. `stop` waits for the runs that have begun.
 */
export function startScheduler(
  jobs: readonly Job[],
  log: { error(facts: object, message: string): void },
): { runNow(name: string): void; stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  const crons = new Map<string, Cron>();
  for (const { name, everySeconds, run } of jobs) {
    const once = () => {
      const done =
        running.get(name) ??
        run()
          .catch((error: unknown) => log.error({ job: name, problem: String(error) }, 'a job failed'))
          .finally(() => running.delete(name));
      running.set(name, done);
      return done;
    };
    const startAt = new Date(Date.now() + everySeconds * 1000);
    const cron = new Cron('* * * * * *', { startAt, interval: everySeconds, protect: true, unref: true }, once);
    void cron.trigger();
    crons.set(name, cron);
  }
  return {
    /** Runs a job now, unless it is running. */
    runNow: (name) => void crons.get(name)?.trigger(),
    async stop() {
      for (const cron of crons.values()) cron.stop();
      await Promise.all(running.values());
    },
  };
}
