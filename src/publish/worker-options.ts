/**
 * How Node starts the process that serves. Pages are short-lived objects: by default the heap may grow to several times
 * of what is used before it is collected, and an arena of memory per thread returns nothing to the system. Under 20
 * forms and 60 pages a second with their mails these flags take 290 MB instead of 510 and more, at the same speed
 * (`npm run trials -- soak`).
 */
export const WORKER_FLAGS: readonly string[] = [
  '--experimental-strip-types',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
];

/** Variables that the C library reads when the process starts. */
export const WORKER_VARIABLES: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
