import type { Goal } from '../property/goal.ts';

/** What the counts need of a home; `gone` is sold or rented, which is not counted. */
export interface CountedHome {
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

const available = (homes: readonly CountedHome[]) => homes.filter((home) => !home.gone);

/** Homes per property type, in the order of the types, those without a home included; a home of two types counts for both. */
export function countsByType(homes: readonly CountedHome[], types: readonly { key: string }[]): Map<string, Counts> {
  const counts = new Map(types.map(({ key }) => [key, { sale: 0, rent: 0 }]));
  for (const home of available(homes)) {
    for (const key of new Set(home.typeKeys)) if (counts.has(key)) addTo(counts, key, home.goal);
  }
  return counts;
}

/** Homes per town; a town without a home is not in it. */
export function countsByCity(homes: readonly CountedHome[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const home of available(homes)) addTo(counts, home.cityKey, home.goal);
  return counts;
}

/** The totals, index 0 for sale and index 1 for rent. */
export function countProperty(homes: readonly CountedHome[]): [sale: number, rent: number] {
  const sale = available(homes).filter((home) => home.goal === 'sale').length;
  return [sale, available(homes).length - sale];
}
