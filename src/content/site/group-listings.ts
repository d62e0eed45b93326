import type { Town } from '../../features/listing/town.ts';
import type { Listing } from '../../features/property/listing.ts';
import type { Site } from './site.ts';

/** Listings in their order, under the key of their town and those of their types. */
export function byTownAndType(
  listings: readonly Listing[],
  townOf: (listing: Listing) => Town | null,
): Map<string, Listing[]> {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings)
    for (const key of new Set([townOf(listing)?.key, ...listing.typeKeys])) {
      if (key === undefined) continue;
      const group = groups.get(key) ?? [];
      group.push(listing);
      groups.set(key, group);
    }
  return groups;
}

/** The number of available listings: in total, and per type. */
export function countsOf(listings: readonly Listing[]): Site['counts'] {
  const byType = new Map<string, { sale: number; rent: number }>();
  const all = { sale: 0, rent: 0 };
  for (const listing of listings) {
    if (listing.gone) continue;
    all[listing.goal] += 1;
    for (const key of listing.typeKeys) {
      const of = byType.get(key) ?? { sale: 0, rent: 0 };
      of[listing.goal] += 1;
      byType.set(key, of);
    }
  }
  return { ...all, byType };
}
