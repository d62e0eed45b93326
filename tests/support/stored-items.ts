import type { StoredItem } from '../../src/features/consent/stored-items.ts';

/** Whether one of the items has this name, `*` and the prefix of secure cookies included. */
export function isListed(where: StoredItem['where'], name: string, items: readonly StoredItem[]): boolean {
  return items.some(
    (item) =>
      item.where === where &&
      (item.name.endsWith('*') ? name.startsWith(item.name.slice(0, -1)) : item.name === name.replace('__Host-', '')),
  );
}
