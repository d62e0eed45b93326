import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import { FILTER_KEYS } from '../../domain/listings/listing-query.ts';
import { parseListingQuery } from '../../domain/listings/parse-listing-query.ts';
import { type MapRow, mapPointOf, rowOf } from '../../domain/map/map-property.ts';
import type { MapResponse } from '../../domain/map/map-response.ts';
import { type Listing, titleOf } from '../../domain/property/listing.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.ts';
import { localized } from '../../i18n/localized.ts';
import { priceWords } from '../../server/catalogue/site/price-text.ts';
import type { Site } from '../../server/catalogue/site/site.ts';
import { mediaUrl } from '../../ui/media-url.ts';

export const prerender = false;

/** Maximum number of responses kept per version: a map of ten thousand listings takes two megabytes. */
const MOST_KEPT = 12;
const kept = new WeakMap<Site, Map<string, { body: string; tag: string }>>();

/**
 * `GET /api/map?goal=&language=&<filters>`: all hits of a filter with their public locations, or with `home=` one
 * listing.
 */
export const GET: APIRoute = ({ url, locals, request }) => {
  const { site } = locals;
  const language = site.languages.find((code) => code === url.searchParams.get('language')) ?? site.defaultLanguage;
  const search = url.searchParams;
  const listings = listingsOf(site, search);
  if (!listings) return Response.json({ ok: false, problem: 'unknown-home' }, { status: 404 });
  const asked = [...search].filter(([name]) => ['goal', 'town', 'home', ...FILTER_KEYS].includes(name)).sort();
  const key = JSON.stringify([language, asked]);
  const known = kept.get(site) ?? new Map<string, { body: string; tag: string }>();
  kept.set(site, known);
  const result = known.get(key) ?? written(responseOf(site, language, listings, search.has('home')));
  known.delete(key);
  known.set(key, result);
  for (const oldest of known.keys()) if (known.size > MOST_KEPT) known.delete(oldest);
  const headers = {
    ETag: result.tag,
    'Cache-Control': 'private, no-cache',
    'Content-Type': 'application/json; charset=utf-8',
  };
  if (request.headers.get('if-none-match')?.split(/,\s*/).includes(result.tag))
    return new Response(null, { status: 304, headers });
  return new Response(result.body, { headers });
};

/** The listings that the query selects, in the order of the list; null for a listing that does not exist. */
function listingsOf(site: Site, search: URLSearchParams): Listing[] | null {
  const one = search.get('home');
  if (one !== null) {
    const listing = /^\d{1,12}$/.test(one) ? site.listing(Number(one)) : null;
    return listing && [listing];
  }
  const goal = search.get('goal') === 'rent' ? 'rent' : 'sale';
  const { query } = parseListingQuery(search, goal, site.propertyTypes, site.settings.site.hideSoldInLists);
  const town = search.get('town');
  return site.find(query).listings.filter((listing) => town === null || site.townOf(listing)?.key === town);
}

function responseOf(site: Site, language: string, listings: readonly Listing[], single: boolean): MapResponse {
  const t = labelsIn(language);
  const { townRadiusKm, infoMessage, customMarker, ignoredMarquees } = site.settings.map;
  const rows = listings.flatMap((listing): MapRow[] => {
    const town = site.townOf(listing);
    const point = mapPointOf(listing, town);
    if (!point) return [];
    const place = `${listing.zip} ${localized(listing.city, language)}`;
    const thumb = listing.photo && mediaUrl(listing.photo, { width: 60, height: 60 });
    return [
      rowOf({
        ...point,
        id: listing.id,
        title: titleOf(listing, language),
        price: priceText(listing, language, t),
        place,
        href: site.listingPath(listing, language),
        thumb,
        marquee: listing.meaning,
      }),
    ];
  });
  return {
    language,
    properties: rows,
    mapType: single ? 'home' : 'list',
    infoMessage:
      localized(infoMessage, language) || (!single && rows.some(([, , , exact]) => exact === 0) ? t('MAP_HIDDEN') : ''),
    customMarker: customMarker && mediaUrl(customMarker, { width: 60 }),
    ignoredMarquees,
    townRadiusKm,
    towns: site.towns.map((town) => ({
      name: localized(town.name, language),
      latitude: town.latitude,
      longitude: town.longitude,
      count: town.sale + town.rent,
    })),
    around: {
      map: t('MAP'),
      properties: t('MAP_PROPERTIES'),
      none: t('MAP_NONE'),
      range: t('MAP_RANGE', { from: '{from}', to: '{to}', count: '{count}' }),
      previous: t('PREVIOUS'),
      next: t('NEXT'),
    },
    words: {
      map: t('MAP'),
      zoomIn: t('MAP_ZOOM_IN'),
      zoomOut: t('MAP_ZOOM_OUT'),
      cluster: t('MAP_CLUSTER', { n: '{n}' }),
      inTown: t('MAP_IN_TOWN', { town: '{town}', n: '{n}' }),
      toList: t('MAP_TO_LIST'),
      all: t('MAP_ALL', { count: listings.length }),
      showTiles: t('MAP_TILES_SHOW', { host: '{host}' }),
      tilesNote: t('MAP_TILES_NOTE'),
      tilesFailed: t('MAP_TILES_FAILED'),
    },
  };
}

/** The price of a listing in words; for a sold one its state. */
function priceText(listing: Listing, language: string, t: Translate): string {
  if (listing.gone)
    return (
      localized(listing.marqueeName, language) || t(listing.meaning === 'rented' ? 'STATUS_RENTED' : 'STATUS_SOLD')
    );
  return priceWords(listing, language, t);
}

function written(response: MapResponse): { body: string; tag: string } {
  const body = JSON.stringify(response);
  return { body, tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
