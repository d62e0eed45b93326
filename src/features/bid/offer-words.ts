import type { LabelKey } from '../../i18n/label-key.ts';
import type { OfferState } from './offer-state.ts';

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
