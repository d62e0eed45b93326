import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { BidRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { type BidDecision, type BidProblem, type BidState, canWithdraw, problemOfDecision } from './bid.ts';
import { factsOf, lockedBids, recordChange } from './bids.server.ts';
import { bidderMail, ownerMails, withdrawnMails } from './mails.server.ts';

/** The dependencies of what changes a bid. */
export type BidContext = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

export type BidResult = { ok: true } | { ok: false; problem: BidProblem };

const STATES = {
  accept: 'accepted',
  refuse: 'refused',
  counter: 'countered',
  lapse: 'lapsed',
} as const satisfies Record<BidDecision['do'], BidState>;

/**
 * Records what the owner decided on a bid, and mails bidder and owners; only one bid on a property can be accepted
 * at a time. `within`: what else belongs to it, in its transaction.
 */
export async function decideBid(
  context: BidContext,
  id: string,
  decision: BidDecision,
  origin: {
    staffId: string;
    /** What the bidder reads about it, in the words of the agency. */
    reason: string;
    within?: (transaction: Transaction<Schema>, bid: BidRow) => Promise<void>;
  },
  nowMs = Date.now(),
): Promise<BidResult> {
  const { database } = context;
  return database.transaction(async (transaction) => {
    const found = await lockedBids(transaction, database.engine, id);
    if (!found) return { ok: false, problem: 'unknown' };
    const { bid, others } = found;
    const state = STATES[decision.do];
    // Done twice, such as by a double click, it has the same effect as once.
    if (bid.state === state && decision.do !== 'counter') return { ok: true };
    const problem = problemOfDecision(factsOf(bid), decision, brusselsDay(nowMs));
    if (problem) return { ok: false, problem };
    const isOpening = decision.do === 'accept' || decision.do === 'counter';
    if (isOpening && others.some((other) => other.state === 'accepted'))
      return { ok: false, problem: 'other-accepted' };
    const [amount, until] = decision.do === 'counter' ? [decision.amount, decision.until] : [null, null];
    const change = { kind: state, staff_id: origin.staffId, amount, until, reason: origin.reason || null };
    const after = await recordChange(transaction, bid, change, nowMs);
    const mails = [await bidderMail(transaction, after, origin.reason, context)].filter((mail) => mail !== null);
    await enqueue(transaction, mails, { leadId: after.lead_id, nowMs });
    await enqueue(transaction, await ownerMails(transaction, after, context), { nowMs });
    await origin.within?.(transaction, after);
    return { ok: true };
  });
}

/** Withdraws a bid for the bidder, and mails agency and owners; doing it twice has the same effect as once. */
export async function withdrawBid(context: BidContext, id: string, nowMs = Date.now()): Promise<BidResult> {
  const { database } = context;
  return database.transaction(async (transaction) => {
    const found = await lockedBids(transaction, database.engine, id);
    if (!found) return { ok: false, problem: 'unknown' };
    const { bid } = found;
    if (bid.state === 'withdrawn') return { ok: true };
    if (!canWithdraw(factsOf(bid), brusselsDay(nowMs))) return { ok: false, problem: 'over' };
    const change = { kind: 'withdrawn', staff_id: null, amount: null, reason: null } as const;
    const after = await recordChange(transaction, bid, change, nowMs);
    await enqueue(transaction, await withdrawnMails(transaction, after, context), { leadId: after.lead_id, nowMs });
    await enqueue(transaction, await ownerMails(transaction, after, context), { nowMs });
    return { ok: true };
  });
}
