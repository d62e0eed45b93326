import type { LabelKey } from '../../i18n/label-key.ts';
import type { BidRow } from '../../platform/database/owner-schema.ts';

/**
 * The states of a bid. `countered`: the owner proposed another amount, by which the bid itself has ended;
 * `lapsed`: it was accepted, and the sale did not go through.
 */
export type BidState = BidRow['state'];

/** All states that are stored. */
export const BID_STATES = [
  'open',
  'countered',
  'accepted',
  'refused',
  'withdrawn',
  'lapsed',
] as const satisfies readonly BidState[];

/** What the owner decides on a bid, as the agency records it; amounts in euros, `until`: the last day. */
export type BidDecision =
  | { do: 'accept' | 'refuse' | 'lapse' }
  | { do: 'counter'; amount: number; until: string | null };

/** What a decision is, or why a bid cannot get it. */
export type BidProblem = 'unknown' | 'over' | 'expired' | 'other-accepted' | 'amount' | 'day';

/** The facts of a bid on which a decision depends. */
export interface BidFacts {
  state: BidState;
  amount: number;
  /** The last day on which it can be accepted; null: until it is withdrawn. */
  validUntil: string | null;
}

const MOST_EUROS = 999_999_999;

/** The state that is shown: an open bid whose last day has passed binds nobody. */
export const shownBidState = ({ state, validUntil }: BidFacts, today: string): BidState | 'expired' =>
  state === 'open' && validUntil !== null && validUntil < today ? 'expired' : state;

/** The decisions that a bid can still get on a day in Brussels, in the order in which they are shown. */
export function decisionsOn(bid: BidFacts, today: string): BidDecision['do'][] {
  if (bid.state === 'accepted') return ['lapse'];
  if (bid.state === 'countered') return ['counter', 'refuse'];
  if (bid.state !== 'open') return [];
  return shownBidState(bid, today) === 'expired' ? ['counter', 'refuse'] : ['accept', 'counter', 'refuse'];
}

/** Why a bid cannot get this decision on a day in Brussels; null when it can. */
export function problemOfDecision(bid: BidFacts, decision: BidDecision, today: string): BidProblem | null {
  if (!decisionsOn(bid, today).includes(decision.do))
    return decision.do === 'accept' && shownBidState(bid, today) === 'expired' ? 'expired' : 'over';
  if (decision.do !== 'counter') return null;
  const isAmount = Number.isInteger(decision.amount) && decision.amount <= MOST_EUROS;
  // An owner who takes less than was offered has accepted.
  if (!isAmount || decision.amount <= bid.amount) return 'amount';
  return decision.until !== null && decision.until < today ? 'day' : null;
}

/** Whether the bidder can withdraw a bid on a day in Brussels: while it binds and nothing was decided. */
export const canWithdraw = (bid: BidFacts, today: string): boolean => shownBidState(bid, today) === 'open';

/** What the state of a bid is called. */
export const BID_STATE_LABELS: Readonly<Record<BidState | 'expired', LabelKey>> = {
  open: 'OFFER_STATE_OPEN',
  countered: 'OFFER_STATE_COUNTERED',
  accepted: 'OFFER_STATE_ACCEPTED',
  refused: 'OFFER_STATE_REFUSED',
  withdrawn: 'OFFER_STATE_WITHDRAWN',
  lapsed: 'OFFER_STATE_LAPSED',
  expired: 'OFFER_STATE_EXPIRED',
};
