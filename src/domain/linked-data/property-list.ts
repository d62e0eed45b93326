import type { ItemList } from 'schema-dts';

/** The properties on a page of a list, by their URLs. */
export function propertyListOf(count: number, urls: readonly string[]): ItemList {
  return {
    '@type': 'ItemList',
    numberOfItems: count,
    itemListElement: urls.map((url, at) => ({ '@type': 'ListItem', position: at + 1, url })),
  };
}
