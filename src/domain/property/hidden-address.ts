import { namesAddress } from '../places/named-address.ts';
import type { Property } from './property.ts';

/** A place in a property where the text tells its hidden address. */
export interface NamedAddress {
  path: readonly (string | number)[];
  /** Whether the text is shown nowhere; a path or a reference cannot be left out. */
  isLeftOut: boolean;
}

/** What is the address itself, and what visitors never see. */
const NOT_TEXTS = new Set(['$schema', 'Street', 'HouseNumber', 'BoxNr', 'Zip', 'City', 'CountryName', 'Manager']);
const memory = new WeakMap<Property, { property: Property; named: readonly NamedAddress[] }>();

/**
 * A property without the texts that tell its address, when that is hidden: a title gives way to type and town, another
 * text is not shown. With the places of all such texts.
 */
export function withHiddenAddress(property: Property): { property: Property; named: readonly NamedAddress[] } {
  if (property.PublishAddress) return { property, named: [] };
  const known = memory.get(property);
  if (known) return known;
  const named: NamedAddress[] = [];
  const tells = (text: string, path: NamedAddress['path']) =>
    namesAddress(text, property, path[0] === 'TypeDescription' || path[0] === 'XLargePictureItems');
  const without = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof value === 'string') {
      if (tells(value, path)) named.push({ path, isLeftOut: false });
      return value;
    }
    if (Array.isArray(value)) return value.map((one, at) => without(one, [...path, at]));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const place = [...path, key];
        const isText = /^[a-z]{2}$/.test(key) && typeof one === 'string';
        if (!isText) return [[key, without(one, place)]];
        if (!tells(one, place)) return [[key, one]];
        named.push({ path: place, isLeftOut: true });
        return [];
      }),
    );
  };
  const entries = Object.entries(property).map(
    ([key, value]) => [key, NOT_TEXTS.has(key) ? value : without(value, [key])] as const,
  );
  const result = { property: named.length > 0 ? (Object.fromEntries(entries) as Property) : property, named };
  memory.set(property, result);
  return result;
}
