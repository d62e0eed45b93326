import { type ContentWriter, changeFile } from '../../content/changes/change-file.server.ts';
import { PLACE_KINDS, type PlaceKind, type PlaceSettings, placeSettings } from './place-settings.ts';
import type { MapPoint } from './point.ts';
import { metresBetween } from './point.ts';
import { type ReadPlace, readPlaces } from './read-places.server.ts';

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
      ...(present as PlaceSettings | null),
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
    const { [kind]: removed, ...kept } = present as PlaceSettings;
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
