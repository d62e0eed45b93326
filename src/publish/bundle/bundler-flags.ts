const BASIC = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

/**
 * With them the heap grows in small steps: with BUNDLER_VARIABLES the bundler takes 0.6 GB instead of 1.3 GB
 * (`npm run bench -- --only build`), and a tenth more processor time.
 */
const SMALL_HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/** What the native part of the bundler has freed returns to the system at once. */
export const BUNDLER_VARIABLES = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ARENA_EAGER_COMMIT: '0' };

/** How Node starts the bundler. Options of the operator (NODE_OPTIONS) that give young objects a size of heap win. */
export const bundlerFlags = (nodeOptions = ''): string[] =>
  /--max[-_]semi[-_]space[-_]size/.test(nodeOptions) ? BASIC : [...BASIC, ...SMALL_HEAP];
