import { parse } from 'csv-parse/sync';
import { type ContentWriter, changeFile } from '../../content/changes/change-file.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { itemAt, recordOf } from '../../platform/values/values.ts';
import { type MapPoint, metresBetween } from './point.ts';
import { PLACE_KINDS, type PlaceKind, placeSettings } from './settings.ts';

/** A place of a file of open data. */
type ReadPlace = MapPoint & { kind: PlaceKind; name: string };

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
function readPlaces(text: string, kind: PlaceKind | null): PlacesReading {
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
  const latitude = degreesOf(north);
  const longitude = degreesOf(east);
  const words = String(name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return own && words && isOnEarth ? [{ kind: own, name: words, latitude, longitude }] : [];
}

const degreesOf = (text: unknown): number => (text === '' ? Number.NaN : Number(text));

function kindOf(tags: Row['tags']): PlaceKind | null {
  const given = PLACE_KINDS.find((one) => one === tags.kind);
  return given ?? TAGS.find(([tag, value]) => value.test(String(tags[tag] ?? '')))?.[2] ?? null;
}

function rowsOfCsv(text: string): Row[] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const records = parse<Record<string, string>>(text, {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
  });
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

function rowsOfGeoJson(text: string): Row[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no valid JSON (${errorMessage(error)})`);
  }
  const { type, features } = recordOf(data);
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw new Error('it is no GeoJSON "FeatureCollection"');
  return features.map(recordOf).map(({ properties, geometry }) => {
    const [longitude, latitude] = middleOf(recordOf(geometry).coordinates);
    const tags = recordOf(properties);
    return { tags, name: tags.name, latitude, longitude };
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
    return points.length === 0 ? Number.NaN : (itemAt(values, 0) + itemAt(values, -1)) / 2;
  };
  return [middle(0), middle(1)];
}

const FILE = 'settings/places.json';
/** Places farther than this from every town of the working area are left out. */
const AROUND_METRES = 16_000;
const DECIMALS = 5;
/** A file of which more entries cannot be used is not what it should be. */
const MOST_SKIPPED = 0.5;

/** Where the data comes from; its licence asks to name it. */
interface PlacesSource {
  source: string;
  date: string;
  link?: string | undefined;
}

interface Given {
  text: string;
  /** Kind of the places that name none. */
  kind: PlaceKind | null;
  from: PlacesSource;
  towns: readonly MapPoint[];
}

/** How many places of each kind were written. */
interface InstalledPlaces {
  kinds: Partial<Record<PlaceKind, number>>;
  skipped: number;
  /** Places that are too far from the working area. */
  far: number;
}

/**
 * Writes the places of a GeoJSON or CSV file near the towns of the working area into the content; kinds that the file
 * does not have stay as they are. Throws an error that says why the file is refused; nothing is written then.
 */
export async function installPlaces(
  writer: ContentWriter,
  { text, kind, from, towns }: Given,
): Promise<InstalledPlaces> {
  const { places, skipped } = readPlaces(text, kind);
  if (places.length === 0)
    throw new Error(
      `no entry has a name, a point and a known kind (${PLACE_KINDS.join(', ')}); --kind names the kind of all entries`,
    );
  if (skipped > (skipped + places.length) * MOST_SKIPPED)
    throw new Error(`${skipped} of ${skipped + places.length} entries have no name, no point or no known kind`);
  const near = places.filter((place) => towns.some((town) => metresBetween(town, place) <= AROUND_METRES));
  if (near.length === 0) throw new Error(`none of its ${places.length} places is near a town of cities.json`);
  const lines = [...Map.groupBy(near, (place) => place.kind)].map(([name, all]) => [name, linesOf(all)] as const);
  const { source, date, link } = from;
  const by = { who: 'places', source: 'command', why: `places of ${source}` } as const;
  await changeFile(writer, FILE, by, (present) => {
    const given = lines.map(([name, all]) => [name, { source, ...(link && { link }), date, places: all }]);
    return placeSettings.parse({
      $schema: '../schemas/settings-places.json',
      ...recordOf(present),
      ...Object.fromEntries(given),
    });
  });
  const kinds = Object.fromEntries(lines.map(([name, all]) => [name, all.length]));
  return { kinds, skipped, far: places.length - near.length };
}

/** Removes all places of one kind, or of every kind; false when there were none. */
export function removePlaces(writer: ContentWriter, kind: PlaceKind | null): Promise<boolean> {
  return changeFile(writer, FILE, { who: 'places', source: 'command', why: 'places removed' }, (present) => {
    if (present === null) return undefined;
    if (!kind) return null;
    const { [kind]: removed, ...kept } = recordOf(present);
    return removed ? kept : undefined;
  });
}

/** A line for each place, from north to south, so that a later file changes few lines. */
function linesOf(places: readonly ReadPlace[]): string[] {
  const lines = places.map(
    ({ latitude, longitude, name }) => `${latitude.toFixed(DECIMALS)} ${longitude.toFixed(DECIMALS)} ${name}`,
  );
  return [...new Set(lines)].sort().reverse();
}
