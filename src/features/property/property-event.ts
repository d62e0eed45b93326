import type { Listing } from './listing.ts';

/** Whether a property is available. */
export type PropertyStatus = 'open' | 'option' | 'sold' | 'rented' | 'gone';

/** The state of a property when it was last seen. */
export interface PropertyBefore {
  status: PropertyStatus;
  /** Euros; null when hidden. */
  price: number | null;
}

/** Something that happened to a property between two catalogues. */
export interface PropertyEvent {
  kind: 'new' | 'price-cut' | 'price-rise' | 'back' | 'sold' | 'gone';
  oldPrice: number | null;
  newPrice: number | null;
}

export const statusOf = ({ meaning }: Pick<Listing, 'meaning'>): PropertyStatus =>
  meaning === 'none' ? 'open' : meaning;

const isOver = (status: PropertyStatus): boolean => status === 'sold' || status === 'rented' || status === 'gone';

/**
 * What happened to a property since it was last seen; null stands for "never seen" and for "no longer in the
 * catalogue".
 * @example propertyEvents({ status: 'sold', price: 300000 }, { status: 'open', price: 295000 })
 * // [{ kind: 'back', ... }]
 */
export function propertyEvents(before: PropertyBefore | null, after: PropertyBefore | null): PropertyEvent[] {
  const prices = { oldPrice: before?.price ?? null, newPrice: after?.price ?? null };
  if (!before) return after && !isOver(after.status) ? [{ kind: 'new', ...prices }] : [];
  if (!after) return before.status === 'gone' ? [] : [{ kind: 'gone', ...prices }];
  if (isOver(before.status) && !isOver(after.status)) return [{ kind: 'back', ...prices }];
  if (!isOver(before.status) && isOver(after.status)) return [{ kind: 'sold', ...prices }];
  const { oldPrice, newPrice } = prices;
  // A price that becomes visible or hidden has not changed.
  if (isOver(after.status) || oldPrice === null || newPrice === null || oldPrice === newPrice) return [];
  return [{ kind: newPrice < oldPrice ? 'price-cut' : 'price-rise', ...prices }];
}
