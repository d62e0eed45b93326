import { type ListingQuery, type Sort, sorted } from '../../features/listing/listing-query.ts';
import { type FindInTable, listingTable } from '../../features/listing/listing-table.ts';
import type { FilterFacts } from '../../features/listing/matching.ts';
import type { Feature } from '../../features/property/features.ts';
import type { Goal } from '../../features/property/goal.ts';
import { type Listing, titleOf } from '../../features/property/listing.ts';
import type { Language } from '../../i18n/languages.ts';

/** Finds listings for lists; created once per version. */
export interface ListingFinder {
  /** All listings of a goal in a sort order, sorted on first use. */
  inOrder(sort: Sort, goal: Goal): readonly Listing[];
  /**
   * The listings that match a query, in its order, the number of those still available, and how many of these have each
   * feature.
   */
  find(query: ListingQuery): { listings: Listing[]; free: number; features: ReadonlyMap<Feature, number> };
  /** The units of a new-build project. */
  unitsOf(projectId: number): readonly Listing[];
  /** Whether another listing has the same title in a language. */
  isTitleShared(listing: Listing, language: Language): boolean;
}

interface Order {
  listings: readonly Listing[];
  /** The row of each in the table of all. */
  rows: Uint32Array;
}

/** Creates the finder for a set of listings. */
export function listingFinder(listings: readonly Listing[]): ListingFinder {
  let table: FindInTable | undefined;
  let rowOf: ReadonlyMap<Listing, number> | undefined;
  const orders = new Map<string, Order>();
  const ordered = (sort: Sort, goal: Goal): Order => {
    const name = `${sort} ${goal}`;
    const known = orders.get(name);
    if (known) return known;
    const ofGoal = sorted(
      listings.filter((listing) => listing.goal === goal),
      sort,
    );
    rowOf ??= new Map(listings.map((listing, row) => [listing, row]));
    const order = { listings: ofGoal, rows: Uint32Array.from(ofGoal, (listing) => rowOf!.get(listing)!) };
    orders.set(name, order);
    return order;
  };
  let units: Map<number | null, Listing[]> | undefined;
  const titles = new Map<Language, ReadonlySet<string>>();
  return {
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
      table ??= listingTable(listings.map(factsOf));
      const order = ordered(query.sort, query.goal);
      return table(query, order.listings, order.rows);
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
