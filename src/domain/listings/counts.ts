import type { Goal } from '../property/goal.ts';

/** What the counts need of a home; `gone` is sold or rented, which is not counted. */
export interface CountedListing {
  goal: Goal;
  typeKeys: readonly string[];
  cityKey: string;
  gone: boolean;
}

/** How many homes are for sale and for rent. */
export interface Counts {
  sale: number;
  rent: number;
}

function addTo(counts: Map<string, Counts>, key: string, goal: Goal): void {
  const count = counts.get(key) ?? { sale: 0, rent: 0 };
  count[goal] += 1;
  counts.set(key, count);
}

const available = (properties: readonly CountedListing[]) => properties.filter((property) => !property.gone);

/**
 * Homes per property type, in the order of the types, those without a home included; a home of two types counts for
 * both.
 */
export function countsByType(
  properties: readonly CountedListing[],
  types: readonly { key: string }[],
): Map<string, Counts> {
  const counts = new Map(types.map(({ key }) => [key, { sale: 0, rent: 0 }]));
  for (const property of available(properties)) {
    for (const key of new Set(property.typeKeys)) if (counts.has(key)) addTo(counts, key, property.goal);
  }
  return counts;
}

/** Homes per town; a town without a home is not in it. */
export function countsByCity(properties: readonly CountedListing[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const property of available(properties)) addTo(counts, property.cityKey, property.goal);
  return counts;
}

/** The totals, index 0 for sale and index 1 for rent. */
export function countProperty(properties: readonly CountedListing[]): [sale: number, rent: number] {
  const sale = available(properties).filter((property) => property.goal === 'sale').length;
  return [sale, available(properties).length - sale];
}
