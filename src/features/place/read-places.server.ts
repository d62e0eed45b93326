import { parse } from 'csv-parse/sync';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { PLACE_KINDS, type PlaceKind } from './place-settings.ts';
import type { MapPoint } from './point.ts';

/** A place of a file of open data. */
export type ReadPlace = MapPoint & { kind: PlaceKind; name: string };

/** What was read of a file. */
interface PlacesReading {
  places: ReadPlace[];
  /** Entries without a kind that is known, without a name or without a point. */
  skipped: number;
}

/** The kind that the tags of OpenStreetMap mean: tag, value, kind. */
const TAGS: readonly (readonly [tag: string, value: RegExp, kind: PlaceKind])[] = [
  ['railway', /^(station|halt)$/, 'station'],
  ['amenity', /^(school|kindergarten)$/, 'school'],
  ['highway', /^bus_stop$/, 'stop'],
  ['railway', /^tram_stop$/, 'stop'],
  ['public_transport', /^(platform|stop_position)$/, 'stop'],
  ['shop', /^(supermarket|convenience|bakery|greengrocer|general)$/, 'shop'],
  ['leisure', /^(park|nature_reserve)$/, 'park'],
];

/** Names of columns in files of places, and in the stops of public transport (GTFS). */
const COLUMNS = {
  name: ['name', 'stop_name'],
  latitude: ['latitude', 'lat', 'stop_lat'],
  longitude: ['longitude', 'lon', 'lng', 'stop_lon'],
} as const;
const LONGEST_NAME = 120;

/**
 * Reads the places of a GeoJSON or CSV file; `kind` is that of places without one of their own. Throws an error that
 * says what the file lacks.
 */
export function readPlaces(text: string, kind: PlaceKind | null): PlacesReading {
  const plain = text.replace(/^\uFEFF/, '');
  const rows = /^\s*\{/.test(plain) ? rowsOfGeoJson(plain) : rowsOfCsv(plain);
  const places = rows.flatMap((row) => placeOf(row, kind));
  return { places, skipped: rows.length - places.length };
}

interface Row {
  tags: Readonly<Record<string, unknown>>;
  name: unknown;
  latitude: unknown;
  longitude: unknown;
}

/** The place of a row; empty when it lacks a kind, a name or a point. Some files write 0, 0 for "unknown". */
function placeOf({ tags, name, latitude: north, longitude: east }: Row, kind: PlaceKind | null): ReadPlace[] {
  const own = kindOf(tags) ?? kind;
  const [latitude, longitude] = [north, east].map((text) => (text === '' ? Number.NaN : Number(text)));
  const words = String(name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  const isOnEarth = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180 && (latitude !== 0 || longitude !== 0);
  return own && words && isOnEarth ? [{ kind: own, name: words, latitude: latitude!, longitude: longitude! }] : [];
}

function kindOf(tags: Row['tags']): PlaceKind | null {
  const given = PLACE_KINDS.find((one) => one === tags.kind);
  return given ?? TAGS.find(([tag, value]) => value.test(String(tags[tag] ?? '')))?.[2] ?? null;
}

function rowsOfCsv(text: string): Row[] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const records = parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
  }) as Record<string, string>[];
  const present = Object.keys(records[0] ?? {});
  const column = (of: keyof typeof COLUMNS) => {
    const found = COLUMNS[of].find((name) => present.includes(name));
    if (found) return found;
    throw new Error(`it has no column ${COLUMNS[of].join(', ')}; its columns are ${present.join(', ') || 'none'}`);
  };
  const [name, latitude, longitude] = [column('name'), column('latitude'), column('longitude')];
  return records.map((tags) => ({
    tags,
    name: tags[name],
    latitude: tags[latitude]?.trim() ?? '',
    longitude: tags[longitude]?.trim() ?? '',
  }));
}

interface Feature {
  properties?: Record<string, unknown> | null;
  geometry?: { coordinates?: unknown } | null;
}

function rowsOfGeoJson(text: string): Row[] {
  let data: { type?: unknown; features?: unknown };
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no valid JSON (${errorMessage(error)})`);
  }
  if (data.type !== 'FeatureCollection' || !Array.isArray(data.features))
    throw new Error('it is no GeoJSON "FeatureCollection"');
  return (data.features as Feature[]).map((feature) => {
    const [longitude, latitude] = middleOf(feature?.geometry?.coordinates);
    return { tags: feature?.properties ?? {}, name: feature?.properties?.name, latitude, longitude };
  });
}

/** The point itself, or the middle of what surrounds a line or an area. */
function middleOf(coordinates: unknown): [longitude: number, latitude: number] {
  const points: [number, number][] = [];
  const collect = (part: unknown) => {
    if (!Array.isArray(part)) return;
    if (typeof part[0] === 'number' && typeof part[1] === 'number') points.push([part[0], part[1]]);
    else for (const inner of part) collect(inner);
  };
  collect(coordinates);
  const middle = (at: 0 | 1) => {
    const values = points.map((point) => point[at]).sort((a, b) => a - b);
    return points.length === 0 ? Number.NaN : (values[0]! + values.at(-1)!) / 2;
  };
  return [middle(0), middle(1)];
}
