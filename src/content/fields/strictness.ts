import * as z from 'zod';

/** How a finding is handled: an error blocks publishing, a warning is only reported, off is not checked. */
export const strictness = z.enum(['error', 'warn', 'off']);
export type Strictness = z.infer<typeof strictness>;
