import type { Listing } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';

/** Fewer towns than this are no region that a drawing can be about. */
const FEWEST_TOWNS = 3;

/** What of a site these functions read. */
interface Stock {
  goals: readonly Goal[];
  towns: readonly Readonly<Record<Goal, number>>[];
  inOrder(order: 'newest', goal: Goal): readonly Listing[];
}

/**
 * The property that the homepage opens with: the newest that is available and has a photograph, for sale before for
 * rent. The list of new properties on that page does not repeat it.
 */
export function frontListing(site: Pick<Stock, 'goals' | 'inOrder'>): Listing | null {
  for (const goal of site.goals) {
    const newest = site.inOrder('newest', goal).find(({ gone, photo }) => !gone && photo);
    if (newest) return newest;
  }
  return null;
}

/** The goal whose towns the drawn region of the homepage shows; null for too few towns. */
export const regionGoal = (site: Pick<Stock, 'goals' | 'towns'>): Goal | null =>
  site.goals.find((goal) => site.towns.filter((town) => town[goal] > 0).length >= FEWEST_TOWNS) ?? null;
