import type { Property } from '../../src/domain/property/property.ts';
import { encoded, linksOf, open } from './browse.ts';
import { homes } from './version.ts';

/** The numbers of the homes on a page. */
export const idsOn = (page: Awaited<ReturnType<typeof open>>) =>
  linksOf(page.querySelector('main'))
    .flatMap((href) => /\/(\d+)\/$/.exec(href)?.[1] ?? [])
    .map(Number);

/** The numbers of the homes on all pages of a list, in their order. */
export async function idsOf(list: string, query: string): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; ; page += 1) {
    const document = await open(encoded(`${list}?${query}&page=${page}`));
    found.push(...new Set(idsOn(document)));
    if (!document.querySelector('.pages [rel=next]')) return found;
  }
}

export const number = (home: Property, key: string) => (typeof home[key] === 'number' ? (home[key] as number) : 0);
/** Whether a home is sold or rented. */
export const gone = (home: Property) => [2, 3, 4].includes(home.Marquee ?? 0);
/** The price that the public may know. */
export const publicPrice = (home: Property) => (home.PublishPrice && home.Price > 0 ? home.Price : null);
export const living = (home: Property) =>
  ['SurfaceLiving', 'SurfaceOffice', 'SurfaceShop', 'SurfaceStore'].map((key) => number(home, key)).find(Boolean) ?? 0;
/** The numbers of the homes of the content for which something holds. */
export const idsWhere = (goal: number, wanted: (home: Property) => boolean) =>
  homes()
    .filter((home) => home.Goal === goal && wanted(home))
    .map(({ ID }) => ID)
    .sort();
