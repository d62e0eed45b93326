/** What waits in memory and is written together, at fixed times and when asked for. */
export interface WrittenTogether {
  /** Writes what waits, after the write that is under way. */
  flush(): Promise<void>;
  /** Ends the times and writes the rest. */
  close(): Promise<void>;
}

/** Calls `write` every `everyMs` milliseconds, one call at a time; the process does not stay alive for it. */
export function writeTogether(write: () => Promise<void>, everyMs: number): WrittenTogether {
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
