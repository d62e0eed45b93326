import type { Site } from '../content/site/site.ts';

/** The pages of a version that were made, by what they show. */
export interface ChangedPages {
  /** Pages of properties, and the number of properties that they are about. */
  propertyPages: number;
  properties: number;
  /** Lists of properties: whole ones, those of a town and those of a type. */
  lists: number;
  others: number;
}

/** Counts paths of pages by what they show. */
export function changedPages(paths: readonly string[], site: Pick<Site, 'paths'>): ChangedPages {
  const properties = new Set<string>();
  const counts = { propertyPages: 0, lists: 0, others: 0 };
  for (const path of paths) {
    const row = site.paths.rowAt(path);
    const isList = row?.name === 'for-sale' || row?.name === 'for-rent';
    if (isList && row.rest.length === 3) {
      counts.propertyPages += 1;
      properties.add(row.rest[2] ?? '');
    } else if (isList && row.rest.length <= 1) counts.lists += 1;
    else counts.others += 1;
  }
  return { ...counts, properties: properties.size };
}

const number = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/**
 * The same in words.
 * @example changeInWords({ propertyPages: 2, properties: 1, lists: 4, others: 0 }) // '2 pages of 1 property, 4 lists'
 */
export function changeInWords({ propertyPages, properties, lists, others }: ChangedPages): string {
  const parts = [
    propertyPages > 0 && `${number(propertyPages, 'page', 'pages')} of ${number(properties, 'property', 'properties')}`,
    lists > 0 && number(lists, 'list', 'lists'),
    others > 0 && number(others, 'other page', 'other pages'),
  ];
  return parts.filter(Boolean).join(', ') || 'no page';
}
