import type { Property } from '../../src/features/property/property.ts';
import { encoded, open } from './browse.ts';
import { properties } from './version.ts';

/** The numbers of the properties on a page. */
export const idsOn = (page: Awaited<ReturnType<typeof open>>) =>
  page
    .querySelectorAll('main a')
    // What only just does not match is below the list.
    .filter((link) => !link.closest('.wider'))
    .flatMap((link) => /\/(\d+)\/$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [])
    .map(Number);

/** The numbers of the properties on all pages of a list, in their order. */
export async function idsOf(list: string, query: string): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; ; page += 1) {
    const document = await open(encoded(`${list}?${query}&page=${page}`));
    found.push(...new Set(idsOn(document)));
    if (!document.querySelector('.pages [rel=next]')) return found;
  }
}

export const number = (property: Property, key: string) =>
  typeof property[key] === 'number' ? (property[key] as number) : 0;
/** Whether a property is sold or rented. */
export const gone = (property: Property) => [2, 3, 4].includes(property.Marquee ?? 0);
/** The price that the public may know. */
export const publicPrice = (property: Property) =>
  property.PublishPrice && property.Price > 0 ? property.Price : null;
export const living = (property: Property) =>
  ['SurfaceLiving', 'SurfaceOffice', 'SurfaceShop', 'SurfaceStore'].map((key) => number(property, key)).find(Boolean) ??
  0;
/** The numbers of the properties of the lists for which something holds: those of the archive have a day long ago. */
export const idsWhere = (goal: number, wanted: (property: Property) => boolean) =>
  properties()
    .filter((property) => property.Goal === goal && !property.StateDate && wanted(property))
    .map(({ ID }) => ID)
    .sort();
