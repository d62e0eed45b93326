import type { PropertyType } from '../places/place.ts';
import { isArea } from '../places/region.ts';
import type { Goal } from '../property/goal.ts';
import { type ListingQuery, SORTS, type Sort } from './listing-query.ts';

/** A query parsed from a URL, with the keys whose value was not understood and therefore left out. */
export interface ParsedQuery {
  query: ListingQuery;
  ignored: string[];
}

const LABEL_STEPS: Readonly<Record<string, number>> = { 'A+': 1, A: 2, B: 3, C: 4, D: 5, E: 6, F: 7 };
const MOST = 50;

/**
 * Parses the filters of a list from its query string. An invalid value is left out and named, never an error.
 * @example parseListingQuery(new URLSearchParams('city=Grimbergen|1850&type=1'), 'sale', types).query.cities
 * // [{ name: 'Grimbergen', zip: '1850' }]
 */
export function parseListingQuery(
  search: URLSearchParams,
  goal: Goal,
  types: readonly PropertyType[],
  hideGone = false,
): ParsedQuery {
  const ignored: string[] = [];
  const number = (key: string, most: number): number | null => {
    const text = search.get(key)?.trim() ?? '';
    if (text === '') return null;
    // A point is dropped only before three digits: 250.000 is a price, 2.5 is not.
    const digits = text.replace(/[\s€]/g, '').replace(/\.(?=\d{3}(?:\.|$))/g, '');
    const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
    if (value >= 0 && value <= most) return value;
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
      const found = types.find(({ WebID, key }) => String(WebID) === text || key === text);
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
  const sortText = search.get('sort') ?? '';
  const sort = (SORTS as readonly string[]).includes(sortText) ? (sortText as Sort) : 'newest';
  if (sortText && sortText !== sort) ignored.push('sort');
  const epcText = search.get('epc')?.toUpperCase().replace(' ', '+') ?? '';
  const maxLabelStep = Object.hasOwn(LABEL_STEPS, epcText) ? (LABEL_STEPS[epcText] ?? null) : null;
  if (epcText && maxLabelStep === null) ignored.push('epc');
  const sold = search.get('sold');
  if (sold && sold !== 'hide' && sold !== 'show') ignored.push('sold');
  // Prices the wrong way round are meant as the range between them.
  const [low, high] = [number('minPrice', 1e9), number('maxPrice', 1e9)];
  const isReversed = low !== null && high !== null && low > high;
  return {
    query: {
      goal,
      cities,
      regions,
      typeKeys,
      minPrice: isReversed ? high : low,
      maxPrice: isReversed ? low : high,
      bedrooms: number('bedrooms', 99),
      minSurface: number('minSurface', 1e6),
      maxLabelStep,
      garden: flag('garden'),
      terrace: flag('terrace'),
      parking: flag('parking'),
      hideGone: sold === 'hide' || (hideGone && sold !== 'show'),
      sort,
    },
    ignored: [...new Set(ignored)],
  };
}
