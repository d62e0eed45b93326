import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { BidChangeRow, BidRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { enqueue, takeBack } from '../../platform/outbox/mail-queue.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { parsed } from '../../platform/values/parsed.ts';
import { BID_STATES, type BidDecision, type BidProblem, type BidState, canWithdraw, problemOfDecision } from './bid.ts';
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
    /** For how long its mails wait, and it can be taken back. */
    waitMs?: number;
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
    const changeId = newId(nowMs);
    const change = { kind: state, staff_id: origin.staffId, amount, until, reason: origin.reason || null };
    const after = await recordChange(transaction, bid, { ...change, id: changeId }, nowMs);
    const { waitMs = 0 } = origin;
    const mails = [await bidderMail(transaction, after, origin.reason, context)].filter((mail) => mail !== null);
    const toBidder = await enqueue(transaction, mails, { leadId: after.lead_id, nowMs, waitMs });
    const toOwners = await enqueue(transaction, await ownerMails(transaction, after, context), { nowMs, waitMs });
    await transaction
      .updateTable('offer_changes')
      .set({ outbox_ids: JSON.stringify([...toBidder, ...toOwners]) })
      .where('id', '=', changeId)
      .execute();
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

const STATE_BEFORE = z.object({
  state: z.enum(BID_STATES),
  counter_amount: z.number().nullable(),
  counter_until: z.string().nullable(),
});
const IDS = z.array(z.string());

class TooLate extends Error {}

/** The decision on a bid that a member of staff recorded last, at a moment or later; null when there is none. */
export async function lastDecisionBy(
  db: Kysely<Schema>,
  bidId: string,
  staffId: string,
  since: string,
): Promise<BidChangeRow | null> {
  const newest = await db
    .selectFrom('offer_changes')
    .selectAll()
    .where('offer_id', '=', bidId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return newest?.staff_id === staffId && newest.at > since && newest.before && newest.outbox_ids ? newest : null;
}

/**
 * Takes back the newest decision on a bid before its mails leave: the bid is as it was, and nobody gets a mail. False
 * when it is too late: a mail has left, or it was recorded before `since`, also where nobody gets a mail. `within`:
 * what else belongs to it, in its transaction.
 */
export async function undoDecision(
  { database }: Pick<BidContext, 'database'>,
  bidId: string,
  { staffId, since }: { staffId: string; since: string },
  nowMs = Date.now(),
  within?: (transaction: Transaction<Schema>, decidedAt: string) => Promise<void>,
): Promise<boolean> {
  try {
    return await database.transaction(async (transaction) => {
      if (!(await lockedBids(transaction, database.engine, bidId))) throw new TooLate();
      const change = await lastDecisionBy(transaction, bidId, staffId, since);
      if (!change) throw new TooLate();
      for (const id of parsed(IDS, change.outbox_ids ?? '[]'))
        if (!(await takeBack(transaction, id, nowMs))) throw new TooLate();
      await transaction
        .updateTable('offers')
        .set(parsed(STATE_BEFORE, change.before ?? ''))
        .where('id', '=', bidId)
        .execute();
      await transaction.deleteFrom('offer_changes').where('id', '=', change.id).execute();
      await within?.(transaction, change.at);
      return true;
    });
  } catch (error) {
    if (error instanceof TooLate) return false;
    throw error;
  }
}
