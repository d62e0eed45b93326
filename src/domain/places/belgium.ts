import { type Region, regionOf } from './region.ts';

/** A Belgian province, by its English name. */
export type Province =
  | 'antwerp'
  | 'east-flanders'
  | 'flemish-brabant'
  | 'hainaut'
  | 'liege'
  | 'limburg'
  | 'luxembourg'
  | 'namur'
  | 'walloon-brabant'
  | 'west-flanders';

/** A region or a province: a part of the country whose places a list can show together. */
export type Area = Region | Province;

/** First and last postcode of each range, as the Belgian post numbers them. */
const RANGES: readonly (readonly [Province, number, number])[] = [
  ['walloon-brabant', 1300, 1499],
  ['flemish-brabant', 1500, 1999],
  ['antwerp', 2000, 2999],
  ['flemish-brabant', 3000, 3499],
  ['limburg', 3500, 3999],
  ['liege', 4000, 4999],
  ['namur', 5000, 5999],
  ['hainaut', 6000, 6599],
  ['luxembourg', 6600, 6999],
  ['hainaut', 7000, 7999],
  ['west-flanders', 8000, 8999],
  ['east-flanders', 9000, 9999],
];

/** The region, and the province where there is one, in which a place lies; empty outside Belgium. */
export function areasOf(place: { CountryID: number; Zip: string }): Area[] {
  const region = regionOf(place);
  if (region === null) return [];
  const zip = Number(place.Zip.replace(/\D/g, ''));
  const province = RANGES.find(([, first, last]) => zip >= first && zip <= last)?.[0];
  return province ? [region, province] : [region];
}

const AREAS: ReadonlySet<string> = new Set<Area>([
  ...(['brussels', 'flanders', 'wallonia'] as const),
  ...RANGES.map(([province]) => province),
]);

/** Whether a text names a region or a province, as URLs do. */
export const isArea = (text: string): text is Area => AREAS.has(text);
