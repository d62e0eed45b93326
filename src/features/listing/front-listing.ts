import type { Listing } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';

/**
 * The property that the homepage opens with: the newest that is available and has a photograph, for sale before for
 * rent; null for none. The list of new properties on that page does not repeat it.
 */
export function frontListing({
  goals,
  inOrder,
}: {
  goals: readonly Goal[];
  inOrder: (order: 'newest', goal: Goal) => readonly Listing[];
}): Listing | null {
  for (const goal of goals) {
    const newest = inOrder('newest', goal).find(({ gone, photo }) => !gone && photo);
    if (newest) return newest;
  }
  return null;
}
