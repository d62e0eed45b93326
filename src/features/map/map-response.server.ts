import type { Site } from '../../content/site/site.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import { mediaUrl } from '../../ui/media-url.ts';
import { placeWords } from '../place/address.ts';
import { type Listing, titleOf } from '../property/listing.ts';
import { stateText } from '../property/property-state.ts';
import { priceWords } from '../property/words.server.ts';
import type { MapAroundWords, MapResponse, MapSetup, MapWords } from './map-message.ts';
import { type MapRow, mapPointOf, rowOf } from './map-property.ts';

/** What the map shows besides the listings. */
type Around = Pick<MapSetup, 'streets' | 'outline' | 'view'>;

/** What the map shows of some listings: rows with public places, towns, and all words of the frame. */
export function mapResponse(
  { site, language, single, around }: { site: Site; language: string; single: boolean; around: Around },
  listings: readonly Listing[],
): MapResponse {
  const t = labelsIn(language);
  const { townRadiusKm, infoMessage, customMarker, ignoredMarquees } = site.settings.map;
  const rows = listings.flatMap((listing): MapRow[] => {
    const town = site.townOf(listing);
    const point = mapPointOf(listing, town);
    if (!point) return [];
    const place = placeWords(listing, language);
    const thumb = listing.photo && mediaUrl(listing.photo, { width: 60, height: 60 });
    return [
      rowOf({
        ...point,
        id: listing.id,
        title: titleOf(listing, language),
        price: listing.gone ? stateText(listing, language, t) : priceWords(listing, language, t),
        place,
        href: site.listingPath(listing, language),
        thumb,
        marquee: listing.meaning,
      }),
    ];
  });
  return {
    ...around,
    searches: !single,
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
    around: wordsAround(t),
    words: wordsInside(t, listings.length),
  };
}

/** The texts around the frame. */
const wordsAround = (t: Translate): MapAroundWords => ({
  map: t('MAP'),
  follow: t('MAP_SEARCH_MOVING'),
  properties: t('MAP_PROPERTIES'),
  none: t('MAP_NONE'),
  range: t('MAP_RANGE', { from: '{from}', to: '{to}', count: '{count}' }),
  previous: t('PREVIOUS'),
  next: t('NEXT'),
});

/** The texts inside the frame, for a list with so many properties. */
const wordsInside = (t: Translate, count: number): MapWords => ({
  map: t('MAP'),
  zoomIn: t('MAP_ZOOM_IN'),
  zoomOut: t('MAP_ZOOM_OUT'),
  cluster: t('MAP_CLUSTER', { n: '{n}' }),
  inTown: t('MAP_IN_TOWN', { town: '{town}', n: '{n}' }),
  toList: t('MAP_TO_LIST'),
  all: t('MAP_ALL', { count }),
  showTiles: t('MAP_TILES_SHOW', { host: '{host}' }),
  tilesNote: t('MAP_TILES_NOTE'),
  tilesFailed: t('MAP_TILES_FAILED'),
  draw: t('MAP_DRAW'),
  drawHelp: t('MAP_DRAW_HELP'),
  drawKeys: t('MAP_DRAW_KEYS'),
  drawPoint: t('MAP_DRAW_POINT'),
  drawBack: t('MAP_DRAW_BACK'),
  drawDone: t('MAP_DRAW_DONE'),
  drawCancel: t('CANCEL'),
  drawCount: t('MAP_DRAW_COUNT', { n: '{n}' }),
  erase: t('MAP_ERASE'),
});
