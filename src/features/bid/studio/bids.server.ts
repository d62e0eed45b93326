import type { Ctx } from '../../../content/site/ctx.server.ts';
import { ownersOf } from '../../../platform/accounts/account-auth.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import { nameOf } from '../../form/form.ts';
import { waitOf } from '../../lead/lead-reply.server.ts';
import { markResponded, unmarkResponded } from '../../lead/lead-work.server.ts';
import { reachOf } from '../../staff/rights.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
import { recordStaffEvent } from '../../staff/staff-events.server.ts';
import { type BidDecision, decisionsOn, shownBidState } from '../bid.ts';
import { bidsWithLeads, changesOf, factsOf, findBid } from '../bids.server.ts';
import { decideBid, lastDecisionBy, undoDecision } from '../decision.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

// The bids of the studio: what was offered for a property, and what the owner decided.

/** The bid of a lead with all bids on its property, in the order of arrival; null for a lead without one. */
export async function ofLead(ctx: Parts, lead: { id: string }, nowMs = Date.now()) {
  const bid = await findBid(ctx.database, lead.id);
  if (!bid) return null;
  const today = brusselsDay(nowMs);
  const all = await bidsWithLeads(ctx.database, bid.property_id);
  return {
    bid: { ...bid, shown: shownBidState(factsOf(bid), today) },
    decisions: decisionsOn(factsOf(bid), today),
    changes: await changesOf(ctx.database, bid.id),
    isOwnerMailed:
      ctx.site.settings.offers.informOwner && (await ownersOf(ctx.database.db, bid.property_id)).length > 0,
    all: all.map((one) => ({
      ...one,
      name: nameOf(one.values),
      shown: shownBidState(factsOf(one), today),
      isThis: one.id === bid.id,
    })),
  };
}

/** Whether a member of staff may record the decision of the owner: agents for the properties that they manage. */
export async function mayDecide(
  ctx: Parts,
  lead: { id: string },
  person: StaffMember,
  reach = reachOf(person.role, 'offers.decide'),
) {
  if (reach !== 'own') return reach === 'all';
  const bid = await findBid(ctx.database, lead.id);
  const manager = bid && ctx.site.listing(Number(bid.property_id))?.manager;
  return person.member !== null && manager === person.member;
}

/** Records a decision of the owner; bidder and owners get their mails, and the lead has got its response. */
export async function decide(
  ctx: Parts,
  lead: { id: string; reference: string },
  decision: BidDecision,
  reason: string,
  person: StaffMember,
) {
  const result = await decideBid(ctx, lead.id, decision, {
    staffId: person.id,
    reason: reason.trim(),
    waitMs: waitOf(person),
    async within(transaction, bid) {
      await markResponded(transaction, lead.id);
      await recordStaffEvent(transaction, {
        ...{ staffId: person.id, who: person.name, action: 'offer-decide', subject: lead.reference },
        after: { state: bid.state, ...(decision.do === 'counter' && { amount: decision.amount }) },
      });
    },
  });
  if (result.ok) setTimeout(ctx.wakeOutbox, waitOf(person)).unref();
  return result;
}

/** From when on a decision of this person can still be taken back. */
const undoneSince = (person: StaffMember, nowMs: number) => new Date(nowMs - waitOf(person)).toISOString();

/** Whether the decision on the bid of a lead that this person recorded can still be taken back. */
export async function canUndo(ctx: Parts, lead: { id: string }, person: StaffMember, nowMs = Date.now()) {
  return (await lastDecisionBy(ctx.database.db, lead.id, person.id, undoneSince(person, nowMs))) !== null;
}

/** Takes back the decision on the bid of a lead while its mails wait; false when it is too late. */
export function undo(ctx: Parts, lead: { id: string; reference: string }, person: StaffMember, nowMs = Date.now()) {
  const by = { staffId: person.id, since: undoneSince(person, nowMs) };
  return undoDecision(ctx, lead.id, by, nowMs, async (transaction, decidedAt) => {
    await unmarkResponded(transaction, lead.id, decidedAt);
    const event = { staffId: person.id, who: person.name, action: 'offer-undo', subject: lead.reference };
    await recordStaffEvent(transaction, event);
  });
}

/** The bids on a property that wait for a decision, with their leads. */
export async function openOn(ctx: Parts, propertyId: string, nowMs = Date.now()) {
  const today = brusselsDay(nowMs);
  const all = await bidsWithLeads(ctx.database, propertyId);
  return all.filter((one) => shownBidState(factsOf(one), today) === 'open');
}
