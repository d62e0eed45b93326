import type { Language } from '../../i18n/languages.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import type { City } from '../place/place.ts';
import { finder } from './town.ts';

/** Something in a town, with the name of the town in the languages that its file has. */
interface InTown {
  Zip: string;
  City: Localized;
}

const made = new WeakMap<object, { by: object; thing: object }>();

/**
 * The things with the name of their town in every language: that of cities.json, else the one that is written. A thing
 * stays the same object while neither its file nor the towns change.
 */
export function withTownNames<Thing extends InTown>(
  things: readonly Thing[],
  cities: readonly City[],
  languages: readonly Language[],
): Thing[] {
  const cityOf = finder(cities);
  return things.map((thing) => {
    const missing = languages.filter((language) => localized(thing.City, language) === '');
    if (missing.length === 0) return thing;
    const known = made.get(thing);
    if (known?.by === cities) return known.thing as Thing;
    const names = cityOf({ zip: thing.Zip, city: thing.City })?.Name ?? {};
    const [written = ''] = Object.values(thing.City).filter((name) => name !== '');
    const added = missing.map((language) => [language, localized(names, language) || written] as const);
    const whole = { ...thing, City: { ...thing.City, ...Object.fromEntries(added) } };
    made.set(thing, { by: cities, thing: whole });
    return whole;
  });
}
