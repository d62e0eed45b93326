import { firstFrom } from '../../platform/text/first-from.ts';
import { type MapPoint, metresBetween } from './point.ts';
import { PLACE, PLACE_KINDS, type PlaceKind, type PlaceSettings } from './settings.ts';

/** How far away a place may be to be named, in metres in a straight line. */
const FARTHEST: Readonly<Record<PlaceKind, number>> = {
  school: 3000,
  stop: 1500,
  station: 15_000,
  shop: 3000,
  park: 3000,
};

/** Ways on foot are about 30 % longer than a straight line, and people walk 4.5 kilometres an hour. */
const DETOUR = 1.3;
const METRES_PER_MINUTE = 75;
/** Nobody walks farther to a station every day. */
const LONGEST_WALK = 60;

/** The nearest place of a kind. */
export interface NearbyPlace {
  kind: PlaceKind;
  name: string;
  /** In a straight line. */
  metres: number;
  /** On foot, estimated from the straight line; null when it is too far to walk. */
  minutes: number | null;
}

type Named = MapPoint & { name: string };

/** The places of each kind from south to north; parsing them again for each property would take the longest. */
const sorted = new WeakMap<PlaceSettings, ReadonlyMap<PlaceKind, readonly Named[]>>();

/** The nearest place of each kind around a point; kinds without data or without a place near enough are left out. */
export function nearbyPlaces(point: MapPoint, settings: PlaceSettings): NearbyPlace[] {
  const known = sorted.get(settings) ?? placesOf(settings);
  sorted.set(settings, known);
  return PLACE_KINDS.flatMap((kind) => {
    const nearest = nearestOf(known.get(kind) ?? [], point, FARTHEST[kind]);
    if (!nearest) return [];
    const { metres, name } = nearest;
    const minutes = Math.max(1, Math.round((metres * DETOUR) / METRES_PER_MINUTE));
    return [{ kind, name, metres, minutes: minutes > LONGEST_WALK ? null : minutes }];
  });
}

const METRES_PER_DEGREE = 111_195;

function placesOf(settings: PlaceSettings): Map<PlaceKind, Named[]> {
  return new Map(
    PLACE_KINDS.map((kind) => {
      const named = (settings[kind]?.places ?? []).flatMap((text): Named[] => {
        const [, latitude, longitude, name] = PLACE.exec(text) ?? [];
        return name ? [{ latitude: Number(latitude), longitude: Number(longitude), name }] : [];
      });
      return [kind, named.sort((a, b) => a.latitude - b.latitude)];
    }),
  );
}

function nearestOf(places: readonly Named[], point: MapPoint, farthest: number) {
  let best: { metres: number; name: string } | null = null;
  const reach = farthest / METRES_PER_DEGREE;
  for (let at = firstFrom(places, point.latitude - reach, ({ latitude }) => latitude); at < places.length; at += 1) {
    const place = places[at]!;
    if (place.latitude > point.latitude + reach) break;
    const metres = metresBetween(point, place);
    if (metres <= (best?.metres ?? farthest)) best = { metres, name: place.name };
  }
  return best;
}
