import { type ListingQuery, type Sort, sorted } from '../../../domain/listings/listing-query.ts';
import { type FilterFacts, matches } from '../../../domain/listings/matching.ts';
import type { Goal } from '../../../domain/property/goal.ts';
import { type Listing, titleOf } from '../../../domain/property/listing.ts';
import type { Language } from '../../../i18n/languages.ts';

/** Finds listings for lists; created once per version. */
export interface ListingFinder {
  /**
   * The facts of all listings that filters compare. In a listing the facts are spread between its texts; an array of
   * facts alone makes a query over 10,000 listings take a third of the time.
   */
  facts: readonly FilterFacts[];
  /** All listings of a goal in a sort order, sorted on first use. */
  inOrder(sort: Sort, goal: Goal): readonly Listing[];
  /** The listings that match a query, in its order, and the number of those still available. */
  find(query: ListingQuery): { listings: Listing[]; free: number };
  /** The units of a new-build project. */
  unitsOf(projectId: number): readonly Listing[];
  /** Whether another listing has the same title in a language. */
  isTitleShared(listing: Listing, language: Language): boolean;
}

interface Order {
  listings: readonly Listing[];
  facts: readonly FilterFacts[];
}

/** Creates the finder for a set of listings. */
export function listingFinder(listings: readonly Listing[]): ListingFinder {
  const facts = listings.map(factsOf);
  const orders = new Map<string, Order>();
  const ordered = (sort: Sort, goal: Goal): Order => {
    const name = `${sort} ${goal}`;
    const known = orders.get(name);
    if (known) return known;
    const ofGoal = sorted(
      listings.filter((listing) => listing.goal === goal),
      sort,
    );
    const order = { listings: ofGoal, facts: ofGoal.map(factsOf) };
    orders.set(name, order);
    return order;
  };
  let units: Map<number | null, Listing[]> | undefined;
  const titles = new Map<Language, ReadonlySet<string>>();
  return {
    facts,
    unitsOf(projectId) {
      units ??= Map.groupBy(listings, (listing) => listing.projectId);
      return units.get(projectId) ?? [];
    },
    isTitleShared(listing, language) {
      const shared = titles.get(language) ?? sharedTitles(listings, language);
      titles.set(language, shared);
      return shared.has(titleOf(listing, language));
    },
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

/** The titles that several listings have in a language. */
function sharedTitles(listings: readonly Listing[], language: Language): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const listing of listings) {
    const title = titleOf(listing, language);
    (seen.has(title) ? shared : seen).add(title);
  }
  return shared;
}

/** Kept from one version to the next, in which most listings are the same objects. */
const known = new WeakMap<Listing, FilterFacts>();

function factsOf(listing: Listing): FilterFacts {
  const before = known.get(listing);
  if (before) return before;
  const facts = newFactsOf(listing);
  known.set(listing, facts);
  return facts;
}

function newFactsOf(listing: Listing): FilterFacts {
  const { goal, gone, typeKeys, city, zip, price, bedrooms, living, ground, charges, label, features } = listing;
  const { freeFrom, garages, parkings, countryId, point } = listing;
  return {
    goal,
    gone,
    typeKeys,
    city,
    zip,
    point,
    countryId,
    price,
    bedrooms,
    living,
    ground,
    charges,
    label,
    features,
    freeFrom,
    garages,
    parkings,
  };
}
