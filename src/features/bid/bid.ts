import type { LabelKey } from '../../i18n/label-key.ts';
import type { OfferRow } from '../../platform/database/owner-schema.ts';

/**
 * The states of an offer. `countered`: the owner proposed another amount, by which the offer itself has ended;
 * `lapsed`: it was accepted, and the sale did not go through.
 */
export type OfferState = OfferRow['state'];

/** What the owner decides on an offer, as the agency records it; amounts in euros, `until`: the last day. */
export type OfferDecision =
  | { do: 'accept' | 'refuse' | 'lapse' }
  | { do: 'counter'; amount: number; until: string | null };

/** What a decision is, or why an offer cannot get it. */
export type OfferProblem = 'unknown' | 'over' | 'expired' | 'other-accepted' | 'amount' | 'day';

/** The facts of an offer on which a decision depends. */
export interface OfferFacts {
  state: OfferState;
  amount: number;
  /** The last day on which it can be accepted; null: until it is withdrawn. */
  validUntil: string | null;
}

const MOST_EUROS = 999_999_999;

/** The state that is shown: an open offer whose last day has passed binds nobody. */
export const shownOfferState = ({ state, validUntil }: OfferFacts, today: string): OfferState | 'expired' =>
  state === 'open' && validUntil !== null && validUntil < today ? 'expired' : state;

/** The decisions that an offer can still get on a day in Brussels, in the order in which they are shown. */
export function decisionsOn(offer: OfferFacts, today: string): OfferDecision['do'][] {
  if (offer.state === 'accepted') return ['lapse'];
  if (offer.state === 'countered') return ['counter', 'refuse'];
  if (offer.state !== 'open') return [];
  return shownOfferState(offer, today) === 'expired' ? ['counter', 'refuse'] : ['accept', 'counter', 'refuse'];
}

/** Why an offer cannot get this decision on a day in Brussels; null when it can. */
export function problemOfDecision(offer: OfferFacts, decision: OfferDecision, today: string): OfferProblem | null {
  if (!decisionsOn(offer, today).includes(decision.do))
    return decision.do === 'accept' && shownOfferState(offer, today) === 'expired' ? 'expired' : 'over';
  if (decision.do !== 'counter') return null;
  const isAmount = Number.isInteger(decision.amount) && decision.amount <= MOST_EUROS;
  // An owner who takes less than was offered has accepted.
  if (!isAmount || decision.amount <= offer.amount) return 'amount';
  return decision.until !== null && decision.until < today ? 'day' : null;
}

/** Whether the bidder can withdraw an offer on a day in Brussels: while it binds and nothing was decided. */
export const canWithdraw = (offer: OfferFacts, today: string): boolean => shownOfferState(offer, today) === 'open';

/** What the state of an offer is called. */
export const OFFER_STATE_LABELS: Readonly<Record<OfferState | 'expired', LabelKey>> = {
  open: 'OFFER_STATE_OPEN',
  countered: 'OFFER_STATE_COUNTERED',
  accepted: 'OFFER_STATE_ACCEPTED',
  refused: 'OFFER_STATE_REFUSED',
  withdrawn: 'OFFER_STATE_WITHDRAWN',
  lapsed: 'OFFER_STATE_LAPSED',
  expired: 'OFFER_STATE_EXPIRED',
};
