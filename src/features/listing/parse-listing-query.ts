import * as z from 'zod';
import { amountIn } from '../../platform/text/figures.ts';
import { boundsOf, outlineOf } from '../place/outline.ts';
import type { City, PropertyType } from '../place/place.ts';
import { isArea } from '../place/region.ts';
import { FEATURES } from '../property/features.ts';
import type { Goal } from '../property/goal.ts';
import { aroundOf } from './around.ts';
import { drawnArea } from './drawn-area.ts';
import { LIMIT_KEYS, LIMITS, type LimitKey } from './limits.ts';
import { type ListingQuery, SORTS, type Sort } from './listing-query.ts';
import { type TravelMinutes, travelTimeOf } from './travel-time.ts';
import { LONGEST_KM } from './zips-within.ts';

/** A query parsed from a URL, with the keys whose value was not understood and therefore left out. */
export interface ParsedQuery {
  query: ListingQuery;
  ignored: string[];
}

/** The energy labels that forms offer as the worst. */
export const ASKED_LABELS = ['A', 'B', 'C', 'D', 'E'] as const;
export const LABEL_STEPS: Readonly<Record<string, number>> = { 'A+': 1, A: 2, B: 3, C: 4, D: 5, E: 6, F: 7 };
const MOST = 50;

/** What the agency knows of types and towns. */
export interface KnownPlaces {
  propertyTypes: readonly PropertyType[];
  cities: readonly City[];
  /** Real times on the way, where the site knows them. */
  travelMinutes?: TravelMinutes | undefined;
}

type Limits = Record<LimitKey, number | null>;

const RANGES = [
  ['minPrice', 'maxPrice'],
  ['minSurface', 'maxSurface'],
] as const;

/**
 * Parses the filters of a list from its query string. An invalid value is left out and named, never an error.
 * @example parseListingQuery(new URLSearchParams('city=Gent|9000&type=1'), 'sale', site).query.cities
 * // [{ name: 'Gent', zip: '9000' }]
 */
export function parseListingQuery(
  search: URLSearchParams,
  goal: Goal,
  known: KnownPlaces,
  hideGone = false,
): ParsedQuery {
  const ignored: string[] = [];
  const number = (key: string, most: number, read = amountIn): number | null => {
    const text = search.get(key)?.trim() ?? '';
    if (text === '') return null;
    const value = read(text);
    if (value !== null && value <= most) return value;
    ignored.push(key);
    return null;
  };
  const flag = (key: string): boolean => {
    const text = search.get(key);
    if (text === null || text === '') return false;
    if (text === '1' || text === 'on' || text === 'true') return true;
    ignored.push(key);
    return false;
  };
  const typeKeys = search
    .getAll('type')
    .filter(Boolean)
    .slice(0, MOST)
    .flatMap((text) => {
      const found = known.propertyTypes.find(({ WebID, key }) => String(WebID) === text || key === text);
      if (!found) ignored.push('type');
      return found ? [found.key] : [];
    });
  const cities = search
    .getAll('city')
    .filter(Boolean)
    .slice(0, MOST)
    .flatMap((text) => {
      const [name = '', zip = ''] = text
        .slice(0, 100)
        .split('|')
        .map((part) => part.trim());
      if (name || zip) return [{ name, zip }];
      ignored.push('city');
      return [];
    });
  const regions = search
    .getAll('region')
    .filter(Boolean)
    .slice(0, MOST)
    .flatMap((text) => {
      if (isArea(text)) return [text];
      ignored.push('region');
      return [];
    });
  const given = <Value>(key: string, parse: (text: string) => Value | null): Value | null => {
    const text = search.get(key);
    const value = text ? parse(text) : null;
    if (text && value === null) ignored.push(key);
    return value;
  };
  const sortText = search.get('sort') ?? '';
  const sort = (SORTS as readonly string[]).includes(sortText) ? (sortText as Sort) : 'newest';
  if (sortText && sortText !== sort) ignored.push('sort');
  const epcText = search.get('epc')?.toUpperCase().replace(' ', '+') ?? '';
  const maxLabelStep = Object.hasOwn(LABEL_STEPS, epcText) ? (LABEL_STEPS[epcText] ?? null) : null;
  if (epcText && maxLabelStep === null) ignored.push('epc');
  const sold = search.get('sold');
  if (sold && sold !== 'hide' && sold !== 'show') ignored.push('sold');
  const time = travelTimeOf(search.get('within'));
  const within = time ? null : number('within', LONGEST_KM) || null;
  // A distance from nowhere limits nothing.
  const around = aroundOf({ within, time, cities }, known);
  const freeBy = search.get('freeBy') || null;
  const isDay = z.iso.date().safeParse(freeBy).success;
  if (freeBy && !isDay) ignored.push('freeBy');
  const limits = Object.fromEntries(
    LIMIT_KEYS.map((key) => [key, number(key, LIMITS[key].highest, LIMITS[key].read)]),
  ) as Limits;
  // Limits the wrong way round are meant as the range between them.
  for (const [lowest, highest] of RANGES) {
    const [low, high] = [limits[lowest], limits[highest]];
    if (low !== null && high !== null && low > high) Object.assign(limits, { [lowest]: high, [highest]: low });
  }
  return {
    query: {
      goal,
      cities,
      within,
      ...around,
      regions,
      drawn: drawnArea(given('area', outlineOf), given('bounds', boundsOf), known.cities),
      typeKeys,
      ...limits,
      maxLabelStep,
      freeBy: isDay ? freeBy : null,
      features: FEATURES.filter(flag),
      hideGone: sold === 'hide' || (hideGone && sold !== 'show'),
      sort,
    },
    ignored: [...new Set(ignored)],
  };
}
