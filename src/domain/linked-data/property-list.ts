import type { ItemList } from 'schema-dts';

/** The homes of a page of a list, by their addresses. */
export function propertyListOf(count: number, urls: readonly string[]): ItemList {
  return {
    '@type': 'ItemList',
    numberOfItems: count,
    itemListElement: urls.map((url, at) => ({ '@type': 'ListItem', position: at + 1, url })),
  };
}
