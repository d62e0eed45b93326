import * as z from 'zod';
import type { Site } from '../../content/site/site.ts';
import { parseListingQuery } from '../../features/listing/listing-query.ts';
import { townsOnMap } from '../../features/listing/site/list.view.ts';
import { regionTowns } from '../../features/listing/town.ts';
import {
  isInRegion,
  REGION_SHAPES,
  type Region,
  type RegionShape,
  type RegionTown,
  regionAround,
  regionDrawing,
} from '../../features/map/region-drawing.view.ts';
import { metresBetween } from '../../features/place/point.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { mapLook } from '../../layout/brand-style.view.ts';
import { endpoint, notFound } from '../../platform/http/action.server.ts';
import { MAP_DRAWING_HEADERS } from '../../platform/http/policy.server.ts';
import { keysOf } from '../../platform/values/values.ts';

export const prerender = false;

const regions = new WeakMap<Site, Map<RegionShape, Region>>();

/** The region of an agency; drawn once per version. */
function regionOf(site: Site, shape: RegionShape): Region {
  const drawn = regions.get(site) ?? new Map<RegionShape, Region>();
  const region = drawn.get(shape) ?? regionAround(regionTowns(site.towns), shape);
  regions.set(site, drawn.set(shape, region));
  return region;
}

/** How many neighbours are drawn with a town outside the region. */
const NEIGHBOURS = 6;

/** The region of an agency, or what is around the towns that a list is about where these are not in it. */
function regionWith(towns: readonly RegionTown[], site: Site, shape: RegionShape): Region {
  const region = regionOf(site, shape);
  const current = towns.filter(({ isCurrent }) => isCurrent);
  const wanted = current.length > 0 ? current : towns.filter(({ count }) => count > 0);
  const [first] = wanted;
  const isWhole = current.every((town) => isInRegion(region, town));
  if (!first || (isWhole && wanted.some((town) => isInRegion(region, town)))) return region;
  const near = site.towns.toSorted((one, other) => metresBetween(first, one) - metresBetween(first, other));
  return regionAround([...wanted, ...near.slice(0, NEIGHBOURS)], shape);
}

/**
 * `GET /map/towns.svg?goal=&language=&<filters>`: the region of the agency, drawn, with the number of hits in each town
 * as a link to the list of that town. `town` names the town that the page is about; `shape` is where it stands.
 */
export const GET = endpoint({
  input: z.object({
    goal: z.enum(['sale', 'rent']).catch('sale'),
    town: z.string().max(100).nullable().catch(null),
    shape: z.enum(keysOf(REGION_SHAPES)).catch('list'),
  }),
  run({ goal, town, shape }, { site, language, query: search }) {
    const { query } = parseListingQuery(search, goal, site, site.settings.site.hideSoldInLists);
    const filters = new URLSearchParams(search);
    for (const key of ['goal', 'language', 'town', 'shape']) filters.delete(key);
    if (site.towns.length === 0) return notFound();
    const towns = townsOnMap({ site, language }, { query, search: String(filters), town });
    const drawing = regionDrawing(regionWith(towns, site, shape), {
      towns,
      title: labelsIn(language)('MAP_TOWNS'),
      look: mapLook(site.settings.brand),
      elsewhere: {
        words: (count) => labelsIn(language)('MAP_ELSEWHERE', { n: count }),
        href: `${site.listPath(goal, language)}${filters.size > 0 ? `?${filters}` : ''}`,
      },
    });
    const headers = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'private, max-age=60' };
    return new Response(drawing, { headers: { ...headers, ...MAP_DRAWING_HEADERS } });
  },
});
