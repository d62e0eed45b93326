import { ATTRIBUTES, type AttributeKind } from './attributes.ts';

/** The smallest and the largest value that a field of a property has in practice. */
export interface Bounds {
  least: number;
  most: number;
}

const PRICE: Readonly<Record<'sale' | 'rent', Bounds>> = {
  sale: { least: 1_000, most: 50_000_000 },
  rent: { least: 20, most: 100_000 },
};

/** A house or an apartment, by the numbers of property-types.json: no garage, no building of several millions. */
const DWELLING = /^[12]$/;
const DWELLING_PRICE: Readonly<Record<'sale' | 'rent', Bounds>> = {
  sale: { least: 20_000, most: 15_000_000 },
  rent: { least: 100, most: 10_000 },
};
/** A price that becomes so many times larger or smaller is probably a mistake. */
const LARGEST_JUMP = 5;

/** By kind of attribute; what is not here has no bounds. */
const BY_KIND: Readonly<Partial<Record<AttributeKind, Bounds>>> = {
  area: { least: 0.5, most: 100_000 },
  length: { least: 0.5, most: 10_000 },
  count: { least: 0, most: 500 },
  kWh: { least: -1_000_000, most: 10_000_000 },
  kgCO2: { least: -2_000, most: 2_000 },
  monthly: { least: 0, most: 50_000 },
  money: { least: 0, most: 10_000_000 },
};

/** By field, where its kind says too little. */
const BY_FIELD: Readonly<Record<string, Bounds>> = {
  EnergyPerformance: { least: -1_000, most: 2_000 },
  SurfaceLiving: { least: 5, most: 20_000 },
  SurfaceGround: { least: 1, most: 10_000_000 },
  SurfaceTotal: { least: 1, most: 10_000_000 },
  ConstructionYear: { least: 1000, most: 2100 },
  RenovationYear: { least: 1000, most: 2100 },
  Floor: { least: -10, most: 100 },
  ELevel: { least: -200, most: 300 },
  FacadeWidth: { least: 1, most: 300 },
};
const KINDS = new Map(ATTRIBUTES.map(({ key, kind }) => [key, kind]));

/**
 * The bounds of a field; `goal` is 0 for sale and 1 for rent, `types` are the numbers of its types. Null for a field
 * that has none.
 */
export function boundsOf(field: string, goal: unknown, types?: unknown): Bounds | null {
  const prices = DWELLING.test(String(types)) ? DWELLING_PRICE : PRICE;
  if (field === 'Price') return goal === 1 ? prices.rent : prices.sale;
  return BY_FIELD[field] ?? BY_KIND[KINDS.get(field) ?? 'text'] ?? null;
}

/** Whether a value lies within the bounds of its field; what is not filled in does. */
export function isPlausible(field: string, value: number, goal: unknown, types?: unknown): boolean {
  const bounds = boundsOf(field, goal, types);
  // A price of 0 is not filled in.
  if (!bounds || (field === 'Price' && value === 0)) return true;
  return value >= bounds.least && value <= bounds.most;
}

/** A value outside of the bounds of its field. */
export interface Implausible extends Bounds {
  field: string;
  value: number;
}

/** The numbers of a property that are not plausible. */
export function implausibleIn(facts: Readonly<Record<string, unknown>>): Implausible[] {
  return Object.entries(facts).flatMap(([field, value]) => {
    if (typeof value !== 'number' || isPlausible(field, value, facts.Goal, facts.WebIDs)) return [];
    const bounds = boundsOf(field, facts.Goal, facts.WebIDs);
    return bounds ? [{ field, value, ...bounds }] : [];
  });
}

/** Whether a price is so far from the one before that it is probably a mistake; 0 is no price. */
export const isJump = (price: unknown, before: unknown): boolean =>
  typeof price === 'number' &&
  typeof before === 'number' &&
  price > 0 &&
  before > 0 &&
  Math.max(price / before, before / price) >= LARGEST_JUMP;
