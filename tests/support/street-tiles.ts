import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import geojsonvt from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';
import vtpbf from 'vt-pbf';

type Place = readonly [longitude: number, latitude: number];

/** What the small map of the tests shows around a point. */
export interface TestMap {
  middle: Place;
  minZoom?: number;
  maxZoom?: number;
  attribution?: string;
  /** Names of the layers; left out = those of the Protomaps basemap. */
  layers?: readonly string[];
  /** Parallel streets in each direction. */
  streets?: number;
  /** Degrees from the middle to the edge. */
  reach?: number;
}

/** From this zoom on the Protomaps basemap has minor roads. */
const MINOR_ROADS_FROM = 12;
const LAYERS = ['earth', 'landuse', 'water', 'roads', 'boundaries', 'buildings', 'places'];
const CREDIT = '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>';

/** Writes a PMTiles file (version 3) with streets, water, a park and a named place around a point. */
export function writeStreetTiles(file: string, map: TestMap): void {
  const { middle, minZoom = 8, maxZoom = 13, attribution = CREDIT, layers = LAYERS, streets = 12, reach = 0.08 } = map;
  const [west, south, east, north] = [middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach];
  const tiles = tilesOf(featuresAround(middle, streets, reach), layers, { minZoom, maxZoom, west, south, east, north });
  const metadata = gzipSync(
    JSON.stringify({ attribution, vector_layers: layers.map((id) => ({ id, fields: {} })), version: '4.0.0' }),
  );
  const directory = gzipSync(directoryOf(tiles));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const metadataAt = 127 + directory.length;
  const dataAt = metadataAt + metadata.length;
  const numbers = [127, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length];
  for (const [at, value] of [...numbers, tiles.length, tiles.length, tiles.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * at);
  // Clustered; gzip inside and for the tiles; vector tiles.
  for (const [at, value] of [1, 2, 2, 1, minZoom, maxZoom].entries()) header.writeUInt8(value, 96 + at);
  for (const [at, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * at);
  header.writeUInt8(minZoom, 118);
  writeFileSync(file, Buffer.concat([header, directory, metadata, data]));
}

interface Feature {
  properties: { kind: string; [name: string]: string };
}

function featuresAround([longitude, latitude]: Place, streets: number, reach: number): Record<string, Feature[]> {
  const feature = (type: string, coordinates: unknown, properties: Feature['properties']) => ({
    type: 'Feature',
    geometry: { type, coordinates },
    properties,
  });
  const square = (half: number, east = 0): Place[][] => [
    [
      [longitude + east - half, latitude - half],
      [longitude + east + half, latitude - half],
      [longitude + east + half, latitude + half],
      [longitude + east - half, latitude + half],
      [longitude + east - half, latitude - half],
    ],
  ];
  const step = (2 * reach) / streets;
  const roads = Array.from({ length: streets }, (_, at) => {
    const away = -reach + at * step;
    const kind = at % 4 === 0 ? 'major_road' : 'minor_road';
    const named = { kind, name: `Teststraat ${at}`, 'name:fr': `Rue d’essai ${at}` };
    const [south, west] = [latitude + away, longitude + away];
    return [
      feature(
        'LineString',
        [
          [longitude - reach, south],
          [longitude + reach, south + step / 3],
        ],
        named,
      ),
      feature(
        'LineString',
        [
          [west, latitude - reach],
          [west + step / 3, latitude + reach],
        ],
        named,
      ),
    ];
  }).flat();
  return {
    earth: [feature('Polygon', square(reach), { kind: 'earth' })],
    landuse: [feature('Polygon', square(reach / 8, reach / 3), { kind: 'park' })],
    water: [feature('Polygon', square(reach / 10, -reach / 3), { kind: 'lake', name: 'Testvijver' })],
    roads,
    places: [
      feature('Point', [longitude, latitude], { kind: 'locality', name: 'Testdorp', 'name:fr': 'Village d’essai' }),
    ],
  };
}

interface Extent {
  minZoom: number;
  maxZoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

function tilesOf(features: Record<string, Feature[]>, layers: readonly string[], extent: Extent) {
  const { minZoom, maxZoom, west, south, east, north } = extent;
  const indexOf = (some: readonly Feature[]) =>
    geojsonvt({ type: 'FeatureCollection', features: some } as never, {
      maxZoom,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
    });
  const indexes = layers.filter((layer) => features[layer]).map((layer) => [layer, indexOf(features[layer]!)] as const);
  const majorRoads = indexOf((features.roads ?? []).filter(({ properties }) => properties.kind === 'major_road'));
  const tiles: { id: number; bytes: Buffer }[] = [];
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) {
    const [left, top] = tileAt(west, north, zoom);
    const [right, bottom] = tileAt(east, south, zoom);
    for (let x = left; x <= right; x += 1)
      for (let y = top; y <= bottom; y += 1) {
        const filled = indexes.flatMap(([layer, index]) => {
          const isOverview = layer === 'roads' && zoom < MINOR_ROADS_FROM;
          const tile = (isOverview ? majorRoads : index).getTile(zoom, x, y);
          return tile ? [[layer, tile] as const] : [];
        });
        const plain = vtpbf.fromGeojsonVt(Object.fromEntries(filled) as never, { version: 2 });
        tiles.push({ id: zxyToTileId(zoom, x, y), bytes: gzipSync(plain) });
      }
  }
  return tiles.sort((a, b) => a.id - b.id);
}

function tileAt(longitude: number, latitude: number, zoom: number): [number, number] {
  const count = 2 ** zoom;
  const y = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return [Math.floor(((longitude + 180) / 360) * count), Math.floor(((1 - y) / 2) * count)];
}

/** The directory of the format: number of entries, then all IDs, run lengths, lengths and offsets. */
function directoryOf(tiles: readonly { id: number; bytes: Buffer }[]): Buffer {
  const ids = tiles.map(({ id }, at) => id - (tiles[at - 1]?.id ?? 0));
  const offsets = tiles.map((_, at) => (at === 0 ? 1 : 0));
  const numbers = [tiles.length, ...ids, ...tiles.map(() => 1), ...tiles.map(({ bytes }) => bytes.length), ...offsets];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
