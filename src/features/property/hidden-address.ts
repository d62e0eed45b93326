import { localized } from '../../i18n/languages.ts';
import { namesAddress } from '../place/address.ts';
import type { Project } from './project.ts';
import type { Property } from './property.ts';

/** A place in a property where the text tells its hidden address. */
export interface NamedAddress {
  path: readonly (string | number)[];
  /** Whether the text is shown nowhere; a path or a reference cannot be left out. */
  isLeftOut: boolean;
}

/** What is the address itself, and what visitors never see. */
const NOT_TEXTS = new Set(['$schema', 'Street', 'HouseNumber', 'BoxNr', 'Zip', 'City', 'CountryName', 'Manager']);
/** What may hide its address. */
type Place = Property | Project;
const isPublic = (place: Place) => ('PublicAddress' in place ? place.PublicAddress : place.PublishAddress);
const memory = new WeakMap<Place, { shown: Place; named: readonly NamedAddress[] }>();

/**
 * A property or project without the texts that tell its address, when that is hidden: the title of a property gives
 * way to type and town, the name of a project to its town; another text is not shown. With the places of all such
 * texts.
 */
export function withHiddenAddress<P extends Place>(place: P): { shown: P; named: readonly NamedAddress[] } {
  if (isPublic(place)) return { shown: place, named: [] };
  const known = memory.get(place);
  if (known) return known as { shown: P; named: readonly NamedAddress[] };
  const named: NamedAddress[] = [];
  const tells = (text: string, path: NamedAddress['path']) =>
    namesAddress(text, place, path[0] === 'TypeDescription' || path[0] === 'XLargePictureItems');
  const isName = (path: NamedAddress['path']) => 'PublicAddress' in place && path[0] === 'TypeDescription';
  const nameOfTown = (language: string) => localized(place.City, language) || Object.values(place.City)[0] || '';
  const without = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof value === 'string') {
      if (tells(value, path)) named.push({ path, isLeftOut: false });
      return value;
    }
    if (Array.isArray(value)) return value.map((one, index) => without(one, [...path, index]));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const at = [...path, key];
        const isText = /^[a-z]{2}$/.test(key) && typeof one === 'string';
        if (!isText) return [[key, without(one, at)]];
        if (!tells(one, at)) return [[key, one]];
        named.push({ path: at, isLeftOut: true });
        return isName(at) ? [[key, nameOfTown(key)]] : [];
      }),
    );
  };
  const entries = Object.entries(place).map(
    ([key, value]) => [key, NOT_TEXTS.has(key) ? value : without(value, [key])] as const,
  );
  const result = { shown: named.length > 0 ? (Object.fromEntries(entries) as P) : place, named };
  memory.set(place, result);
  return result;
}
