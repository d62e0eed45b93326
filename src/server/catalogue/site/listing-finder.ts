import { type ListingQuery, type Sort, sorted } from '../../../domain/listings/listing-query.ts';
import { type FilterFacts, matches } from '../../../domain/listings/matching.ts';
import type { Goal } from '../../../domain/property/goal.ts';
import type { Listing } from '../../../domain/property/listing.ts';

/** Finds homes for lists; made once per version. */
export interface ListingFinder {
  /**
   * What filters look at, of all homes. Homes lie in memory each between its own texts; these few figures lie side by
   * side,
   * and a question to 10,000 of them takes a third of the time.
   */
  facts: readonly FilterFacts[];
  /** All homes of a goal in an order, sorted when it is first asked for. */
  inOrder(sort: Sort, goal: Goal): readonly Listing[];
  /** The homes a query asks for, in its order, and how many of them are still to be had. */
  find(query: ListingQuery): { listings: Listing[]; free: number };
}

interface Order {
  listings: readonly Listing[];
  facts: readonly FilterFacts[];
}

/** Makes the finder of some homes. */
export function listingFinder(listings: readonly Listing[]): ListingFinder {
  const facts = listings.map(factsOf);
  const factsBy = new Map(listings.map((listing, at) => [listing, facts[at]!]));
  const orders = new Map<string, Order>();
  const ordered = (sort: Sort, goal: Goal): Order => {
    const name = `${sort} ${goal}`;
    const known = orders.get(name);
    if (known) return known;
    const ofGoal = sorted(
      listings.filter((listing) => listing.goal === goal),
      sort,
    );
    const order = { listings: ofGoal, facts: ofGoal.map((listing) => factsBy.get(listing)!) };
    orders.set(name, order);
    return order;
  };
  return {
    facts,
    inOrder: (sort, goal) => ordered(sort, goal).listings,
    find(query) {
      const order = ordered(query.sort, query.goal);
      let free = 0;
      const listings = order.listings.filter((_, at) => {
        const known = order.facts[at]!;
        const found = matches(known, query);
        if (found && !known.gone) free += 1;
        return found;
      });
      return { listings, free };
    },
  };
}

function factsOf(listing: Listing): FilterFacts {
  const { goal, gone, typeKeys, city, zip, price, bedrooms, living, label, hasGarden, hasTerrace, hasParking } =
    listing;
  const { garages, parkings } = listing;
  return {
    goal,
    gone,
    typeKeys,
    city,
    zip,
    price,
    bedrooms,
    living,
    label,
    hasGarden,
    hasTerrace,
    hasParking,
    garages,
    parkings,
  };
}
