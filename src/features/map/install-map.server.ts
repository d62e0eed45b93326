import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { isWithin } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import { DRAWN_LAYERS, openTileFile, streetsFileOf, type TileFile } from './street-tiles.server.ts';

/** A town that the map should show. */
export type NamedPoint = MapPoint & { name: string };

/** What an installed file of vector tiles contains. */
export interface MapStatus {
  file: string;
  bytes: number;
  minZoom: number;
  maxZoom: number;
  attribution: string;
  /** The towns of the agency that lie outside it. */
  outside: readonly string[];
  warnings: readonly string[];
}

/** From this zoom on, a basemap has the small streets. */
const STREETS_ZOOM = 13;

/**
 * Copies a file of vector tiles to where the running site finds it, in one step. Throws an error that says what is
 * wrong with the file; the installed one stays then.
 */
export async function installMap(dataDir: string, file: string, towns: readonly NamedPoint[]): Promise<MapStatus> {
  await inspect(file, towns);
  const target = streetsFileOf(dataDir);
  const copy = `${target}.${process.pid}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(file, copy);
    const handle = await open(copy, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(copy, target);
  } finally {
    await rm(copy, { force: true });
  }
  return inspect(target, towns);
}

/** What the installed file contains; null when none is installed. Throws when it cannot be used. */
export async function mapStatus(dataDir: string, towns: readonly NamedPoint[]): Promise<MapStatus | null> {
  const file = streetsFileOf(dataDir);
  return (await stat(file).catch(() => null)) ? inspect(file, towns) : null;
}

/** Removes the installed file; false when there was none. The site then shows its map without streets. */
export async function removeMap(dataDir: string): Promise<boolean> {
  const file = streetsFileOf(dataDir);
  const isThere = (await stat(file).catch(() => null)) !== null;
  await rm(file, { force: true });
  return isThere;
}

async function inspect(file: string, towns: readonly NamedPoint[]): Promise<MapStatus> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`${file} is not there, or is no file.`);
  const tiles = await openTileFile(file).catch((error: unknown) => {
    throw new Error(`${file} is no PMTiles file that the map can use. ${errorMessage(error)}`);
  });
  try {
    const { header, attribution } = tiles;
    const whole = header.tileDataOffset + (header.tileDataLength ?? 0);
    if (found.size < whole)
      throw new Error(
        `${file} has ${megabytes(found.size)} of ${megabytes(whole)}: its download stopped early. Download it again.`,
      );
    if (!attribution.text)
      throw new Error(`${file} does not say who made it ("attribution"), which its licence asks the map to show.`);
    checkLayers(file, tiles);
    const { minLat: south, minLon: west, maxLat: north, maxLon: east } = header;
    const outside = towns.filter((town) => !isWithin(town, { south, west, north, east })).map(({ name }) => name);
    if (towns.length > 0 && outside.length === towns.length)
      throw new Error(
        `${file} shows ${south.toFixed(2)} to ${north.toFixed(2)} degrees north and ${west.toFixed(2)} to ` +
          `${east.toFixed(2)} degrees east, where the agency has no town.`,
      );
    await checkTile(
      file,
      tiles,
      towns.find(({ name }) => !outside.includes(name)),
    );
    const warnings = [
      ...(header.maxZoom < STREETS_ZOOM
        ? [`Its largest zoom is ${header.maxZoom}; small streets need ${STREETS_ZOOM} or more.`]
        : []),
      ...(outside.length > 0 ? [`Outside the map: ${outside.join(', ')}.`] : []),
    ];
    return {
      file,
      bytes: found.size,
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      attribution: attribution.text,
      outside,
      warnings,
    };
  } finally {
    await tiles.close();
  }
}

function checkLayers(file: string, { layers }: TileFile): void {
  const missing = ['roads', 'water', 'places'].filter((layer) => !layers.includes(layer));
  if (missing.length === 0) return;
  throw new Error(
    `${file} lacks the layers ${missing.join(', ')}; it has ${layers.join(', ') || 'none'}. The map draws the layers ` +
      `of the Protomaps basemap: ${DRAWN_LAYERS.join(', ')}. "pmtiles extract" cuts a region out of its daily builds.`,
  );
}

/** Reads the tile of a town, so that a damaged directory is found before the file is used. */
async function checkTile(file: string, tiles: TileFile, town: NamedPoint | undefined): Promise<void> {
  if (!town) return;
  const zoom = tiles.header.maxZoom;
  const [x, y] = tileAt(town, zoom);
  const tile = await tiles.tile(zoom, x, y).catch((error: unknown) => {
    throw new Error(`${file} is damaged: the tile of ${town.name} cannot be read. ${errorMessage(error)}`);
  });
  if (!tile) throw new Error(`${file} has nothing at ${town.name} (zoom ${zoom}, column ${x}, row ${y}).`);
}

/** Column and row of the tile in which a point lies (Web Mercator). */
export function tileAt({ latitude, longitude }: MapPoint, zoom: number): [x: number, y: number] {
  const count = 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.floor(((longitude + 180) / 360) * count), Math.floor(y * count)];
}

/** A file size in the unit that suits it. */
export const megabytes = (bytes: number) =>
  bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
