/** The tables of offers. */
export interface OfferSchema {
  offers: OfferRow;
  offer_changes: OfferChangeRow;
}

/** An offer on a property; its ID is that of its lead, which says who made it and on what conditions. */
export interface OfferRow {
  id: string;
  lead_id: string;
  property_id: string;
  /** Euros. */
  amount: number;
  /** The last day on which it can be accepted; null: until it is withdrawn. */
  valid_until: string | null;
  state: 'open' | 'countered' | 'accepted' | 'refused' | 'withdrawn' | 'lapsed';
  /** What the owner proposed last, in euros, and until which day. */
  counter_amount: number | null;
  counter_until: string | null;
  created_at: string;
}

/** One change of an offer. */
export interface OfferChangeRow {
  id: string;
  offer_id: string;
  kind: Exclude<OfferRow['state'], 'open'>;
  at: string;
  /** The member of staff who recorded it; null: the bidder did it. */
  staff_id: string | null;
  /** The amount of a counter-offer in euros. */
  amount: number | null;
  /** What the bidder reads about it. */
  reason: string | null;
}
