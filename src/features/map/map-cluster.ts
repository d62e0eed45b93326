import Supercluster from 'supercluster';
import type { MapPoint } from '../place/point.ts';
import type { MapProperty } from './map-property.ts';

/** The content of one place: a listing at its own point, or all listings of a town with hidden addresses. */
export interface MapSpot {
  key: string;
  ids: number[];
  exact: boolean;
  title: string;
  price: string;
  place: string;
  gone: boolean;
}

/** One thing to draw at a zoom level: a spot, or several in one. */
export interface MapMark extends MapPoint {
  key: string;
  /** Number of listings in it. */
  count: number;
  /** null: a cluster of spots. */
  spot: MapSpot | null;
  /** Number of the cluster; null for a spot. */
  cluster: number | null;
}

/** Clusters of the listings of a map. */
export interface MapClusters {
  /** What to draw within [west, south, east, north] at a zoom level. */
  marks(box: [number, number, number, number], zoom: number): MapMark[];
  /** The zoom level at which a cluster separates; null when all of it is at one place. */
  opensAt(cluster: number): number | null;
  /** Listings of a mark. */
  idsOf(mark: MapMark): number[];
}

const RADIUS_PX = 64;
const LAST_ZOOM = 17;

/** The spots of listings: one each, but hidden addresses of a town share one, at its centre. */
export function spotsOf(properties: readonly MapProperty[]): (MapPoint & { spot: MapSpot })[] {
  const towns = new Map<string, MapSpot>();
  return properties.flatMap((property): (MapPoint & { spot: MapSpot })[] => {
    const { id, latitude, longitude, exact, title, price, place, marquee } = property;
    const gone = marquee === 'sold' || marquee === 'rented';
    if (exact) return [{ latitude, longitude, spot: { key: `h${id}`, ids: [id], exact, title, price, place, gone } }];
    const key = `t${latitude},${longitude}`;
    const town = towns.get(key);
    if (town) {
      town.ids.push(id);
      return [];
    }
    const spot = { key, ids: [id], exact, title, price, place, gone: false };
    towns.set(key, spot);
    return [{ latitude, longitude, spot }];
  });
}

/** Clusters listings so that ten thousand of them can be drawn and moved without delay. */
export function clustersOf(properties: readonly MapProperty[]): MapClusters {
  const index = new Supercluster<MapSpot, { count: number }>({
    radius: RADIUS_PX,
    extent: 256,
    maxZoom: LAST_ZOOM,
    map: ({ ids }) => ({ count: ids.length }),
    reduce: (sum, { count }) => {
      sum.count += count;
    },
  });
  index.load(
    spotsOf(properties).map(({ latitude, longitude, spot }) => ({
      type: 'Feature',
      properties: spot,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  );
  return {
    marks: (box, zoom) =>
      index.getClusters(box, Math.round(zoom)).map(({ geometry, properties }) => {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        if ('cluster_id' in properties)
          return {
            latitude,
            longitude,
            key: `c${properties.cluster_id}`,
            count: properties.count,
            spot: null,
            cluster: properties.cluster_id,
          };
        const { key, ids } = properties;
        return { latitude, longitude, key, count: ids.length, spot: properties, cluster: null };
      }),
    opensAt(cluster) {
      const zoom = index.getClusterExpansionZoom(cluster);
      return zoom > LAST_ZOOM ? null : zoom;
    },
    idsOf: ({ spot, cluster }) =>
      spot?.ids ??
      (cluster === null
        ? []
        : index.getLeaves(cluster, Number.POSITIVE_INFINITY).flatMap(({ properties }) => properties.ids)),
  };
}
