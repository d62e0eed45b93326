import type { LabelKey } from '../../i18n/label-key.ts';

/** What lists can be filtered by with a checkbox, in the order of the form; each is a key of the query string. */
export const FEATURES = [
  'garden',
  'terrace',
  'parking',
  'lift',
  'groundFloor',
  'wheelchair',
  'furnished',
  'pets',
  'renovate',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Their labels. */
export const FEATURE_LABELS: Readonly<Record<Feature, LabelKey>> = {
  garden: 'GARDEN',
  terrace: 'TERRACE',
  parking: 'GARAGE_OR_PARKING',
  lift: 'LIFT',
  groundFloor: 'GROUND_FLOOR',
  wheelchair: 'WHEELCHAIR_ACCESSIBLE',
  furnished: 'FURNISHED',
  pets: 'PETS_ALLOWED',
  renovate: 'RENOVATE',
};

interface Facts {
  property: Readonly<Record<string, unknown>>;
  typeKeys: readonly string[];
  isForRent: boolean;
}

const isPositive = (value: unknown) => typeof value === 'number' && value > 0;
const TO_RENOVATE: ReadonlySet<unknown> = new Set(['to_refresh', 'to_renovate']);

const RULES: Readonly<Record<Feature, (facts: Facts) => boolean>> = {
  garden: ({ property }) => isPositive(property.SurfaceGarden),
  terrace: ({ property }) => isPositive(property.SurfaceTerrace),
  parking: ({ property, typeKeys }) =>
    isPositive(property.NumberOfGarages) || isPositive(property.NumberOfParkings) || typeKeys.includes('garage'),
  lift: ({ property }) => property.HasLift === true,
  groundFloor: ({ property, typeKeys }) => property.Floor === 0 && typeKeys.includes('apartment'),
  wheelchair: ({ property }) => property.IsWheelchairAccessible === true,
  furnished: ({ property, isForRent }) => isForRent && property.IsFurnished === true,
  pets: ({ property, isForRent }) => isForRent && property.PetsAllowed === true,
  renovate: ({ property }) => TO_RENOVATE.has(property.Condition),
};

/** The features of a property that lists can be filtered by. */
export const featuresOf = (facts: Facts): Feature[] => FEATURES.filter((feature) => RULES[feature](facts));

/** From when a property can be used: an ISO day, an empty text for at once, null when not stated or by agreement. */
export function freeFromOf({ Availability, DateFree }: Readonly<Record<string, unknown>>): string | null {
  if (Availability === 'immediately') return '';
  return typeof DateFree === 'string' && DateFree !== '' ? DateFree.slice(0, 10) : null;
}
