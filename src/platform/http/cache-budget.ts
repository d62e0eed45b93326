const MB = 1024 * 1024;

/** How many bytes each cache of the process that serves may keep in memory; README names their sum. */
export const CACHE_BUDGET = {
  /** Prerendered files, compressed. */
  files: 48 * MB,
  /** Pages that were rendered on demand. */
  pages: 16 * MB,
  /** Pages with forms, before the values of a visitor are filled in. */
  forms: 12 * MB,
  /** The same, compressed. */
  packedForms: 8 * MB,
} as const;

/**
 * The size of the blocks from which Node takes small buffers. A buffer that is kept keeps its whole block alive: with
 * the 64 KiB of Node 24, caches of 30 MB held 156 MB.
 */
export const BUFFER_BLOCK_BYTES = 8 * 1024;
