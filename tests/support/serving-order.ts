/** What serving-process.ts tells child-serve.ts: to serve with these environment variables, or to stop that. */
export type ServingOrder = NodeJS.ProcessEnv | 'stop';

/** Written on both channels when a site is no longer served. */
export const END = '⟦end⟧';
