import * as z from 'zod';
import { amountIn } from '../../platform/text/figures.ts';
import type { BidDecision } from './bid.ts';

const amount = z.string().transform((text, context) => {
  const euros = amountIn(text);
  if (euros === null) context.addIssue('No amount');
  return euros ?? 0;
});
const until = z.union([z.literal(''), z.iso.date()]).transform((day) => day || null);

/** A decision as a form posts it: `do`, and of a counter-offer its amount as people write it and its last day. */
export const decisionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('counter'), amount, until }),
  z.object({ do: z.enum(['accept', 'refuse', 'lapse']) }),
]) satisfies z.core.$ZodType<BidDecision>;
