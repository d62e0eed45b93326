import { recordBy } from '../../platform/values/values.ts';
import type { FormValues } from '../form/form.ts';
import { outlineOf } from '../place/outline.ts';
import { type City, isArea } from '../place/region.ts';
import { FEATURES } from '../property/features.ts';
import { drawnArea } from './area.ts';
import { aroundOf, LABEL_STEPS, LIMIT_KEYS, type ListingQuery, savedFieldOf } from './listing-query.ts';
import { travelTimeOf } from './travel-time.ts';

/** The criteria of a saved search: a query of the lists, handled by the same matcher, or properties to follow. */
export interface SearchCriteria extends ListingQuery {
  /** IDs of followed properties; empty for a search. */
  follows: readonly number[];
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const numberOf = (value: unknown): number | null => (typeof value === 'string' && value !== '' ? Number(value) : null);

/**
 * The criteria in the values of the search form; distances need the towns that the agency knows. Towns are
 * `9000|gent`; postcodes are read from free text.
 * @example searchCriteriaOf({ goal: 'sale', types: ['house'], zips: '1850, 1860' }).cities
 * // [{ name: '', zip: '1850' }, { name: '', zip: '1860' }]
 */
export function searchCriteriaOf(values: FormValues, known: readonly City[] = []): SearchCriteria {
  const towns = listOf(values.towns).map((key) => {
    const [zip = '', name = ''] = key.split('|');
    return { name, zip };
  });
  const typed = typeof values.zips === 'string' ? values.zips.toUpperCase() : '';
  const zips = (typed.match(/\b(?:L-)?\d{4,5}\b/g) ?? []).map((zip) => ({ name: '', zip }));
  const cities = [...towns, ...zips];
  const around = typeof values.within === 'string' ? values.within : '';
  const time = travelTimeOf(around);
  const within = time ? null : numberOf(around);
  return {
    ...recordBy(LIMIT_KEYS, (key) => numberOf(values[savedFieldOf(key)])),
    follows: listOf(values.ids).map(Number),
    within,
    ...aroundOf({ within, time, cities }, { cities: known }),
    regions: listOf(values.regions).filter(isArea),
    drawn: drawnArea(outlineOf(typeof values.area === 'string' ? values.area : ''), null, known),
    goal: values.goal === 'rent' ? 'rent' : 'sale',
    cities,
    typeKeys: listOf(values.types),
    garages: numberOf(values.garages),
    parkings: numberOf(values.parkings),
    maxLabelStep: typeof values.epc === 'string' ? (LABEL_STEPS[values.epc] ?? null) : null,
    freeBy: null,
    features: FEATURES.filter((feature) => listOf(values.features).includes(feature)),
    hideGone: true,
    sort: 'newest',
  };
}

/** Why a listing matches: the criteria it meets, most important first. */
export type Reason =
  | { kind: 'town' }
  | { kind: 'type' }
  | { kind: 'price'; from: number | null; to: number | null }
  | { kind: 'bedrooms' | 'garages' | 'parkings'; least: number };

/** The criteria that a matching listing meets. */
export function reasonsOf(criteria: SearchCriteria): Reason[] {
  const reasons: Reason[] = [];
  if (criteria.cities.length + criteria.regions.length > 0) reasons.push({ kind: 'town' });
  if (criteria.typeKeys.length > 0) reasons.push({ kind: 'type' });
  if (criteria.minPrice !== null || criteria.maxPrice !== null)
    reasons.push({ kind: 'price', from: criteria.minPrice, to: criteria.maxPrice });
  for (const kind of ['bedrooms', 'garages', 'parkings'] as const) {
    const least = criteria[kind];
    if (least) reasons.push({ kind, least });
  }
  return reasons;
}
