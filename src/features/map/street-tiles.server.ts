import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { Compression, type Header, PMTiles, ResolvedValueCache, TileType } from 'pmtiles';
import { listOf, recordOf } from '../../platform/values/values.ts';
import type { MapStreets } from './map-message.ts';

/** The file with the vector tiles of the streets, which `map install` writes. */
export const streetsFileOf = (dataDir: string): string => join(dataDir, 'map', 'streets.pmtiles');

/** The layers of the Protomaps basemap that the style of the map draws. */
export const DRAWN_LAYERS = ['earth', 'landuse', 'water', 'roads', 'boundaries', 'buildings', 'places'] as const;

/** One tile as it lies in the file. */
export interface Tile {
  data: Uint8Array<ArrayBuffer>;
  isGzip: boolean;
}

/** A file of vector tiles, opened for reading. */
export interface TileFile {
  header: Header;
  /** Names of the layers that the file says it has. */
  layers: readonly string[];
  attribution: { text: string; link: string | null };
  /** One tile; null where the file has none. */
  tile(zoom: number, x: number, y: number): Promise<Tile | null>;
  close(): Promise<void>;
}

/** Opens a file of vector tiles. Throws an error that says what is wrong with the file. */
export async function openTileFile(file: string): Promise<TileFile> {
  const handle = await open(file);
  try {
    const archive = archiveOf(handle, file);
    const header = await archive.getHeader();
    if (header.tileType !== TileType.Mvt)
      throw new Error('Its tiles are pictures; the map draws vector tiles (MVT) only.');
    if (header.tileCompression !== Compression.Gzip && header.tileCompression !== Compression.None)
      throw new Error('Its tiles are compressed in another way than gzip; convert it with "pmtiles convert".');
    const metadata = await readMetadata(handle, header);
    return {
      header,
      layers: metadata.layers,
      attribution: metadata.attribution,
      async tile(zoom, x, y) {
        const found = await archive.getZxy(zoom, x, y);
        return found ? { data: new Uint8Array(found.data), isGzip: header.tileCompression === Compression.Gzip } : null;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Directories are unpacked; tiles stay compressed, because browsers unpack them. */
function archiveOf(handle: FileHandle, name: string): PMTiles {
  const source = {
    getKey: () => name,
    async getBytes(offset: number, length: number) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + bytesRead) };
    },
  };
  const unpacked = async (data: ArrayBuffer, compression: Compression) => unpack(data, compression);
  return new PMTiles(source, new ResolvedValueCache(100, false, unpacked), async (data) => data);
}

function unpack(data: ArrayBuffer, compression: Compression): ArrayBuffer {
  if (compression !== Compression.Gzip) return data;
  const plain = gunzipSync(new Uint8Array(data));
  return plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength);
}

async function readMetadata(handle: FileHandle, header: Header) {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header;
  const packed = Buffer.alloc(jsonMetadataLength);
  await handle.read(packed, 0, jsonMetadataLength, jsonMetadataOffset);
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + jsonMetadataLength);
  const text = new TextDecoder().decode(unpack(bytes, internalCompression));
  const { attribution, vector_layers: layers } = recordOf(JSON.parse(text || '{}'));
  // Written as HTML; only its text and its first link are used.
  const html = parse(typeof attribution === 'string' ? attribution : '');
  const link = html.querySelector('a[href^="https://"]:last-of-type')?.getAttribute('href') ?? null;
  return {
    layers: listOf(layers)
      .map((layer) => recordOf(layer).id)
      .filter((id) => typeof id === 'string'),
    attribution: { text: html.textContent.trim(), link },
  };
}

/** The streets of a running site. */
export interface StreetTiles {
  /** What the map needs to draw the streets; null when no usable file is installed. */
  streets(): Promise<MapStreets | null>;
  /** One tile of the installed file; null when it has none there, or when another file is installed by now. */
  tile(version: string, zoom: number, x: number, y: number): Promise<Tile | null>;
  close(): Promise<void>;
}

/** How long the file is trusted to be the same before its time of change is read again. */
const TRUSTED_MS = 2000;

/** Serves the installed file of vector tiles. A file that is installed while the site runs is used at once. */
export function openStreetTiles(dataDir: string, report: (problem: unknown) => void): StreetTiles {
  const file = streetsFileOf(dataDir);
  let current: { version: string; opened: TileFile | null } = { version: '', opened: null };
  let checked: Promise<void> = Promise.resolve();
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async () => {
    const found = await stat(file).catch(() => null);
    const version = found ? `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}` : '';
    if (version === current.version) return;
    const before = current.opened;
    const opened = version ? await openTileFile(file).catch((error: unknown) => void report(error)) : null;
    current = { version, opened: opened ?? null };
    await before?.close();
  };
  const fresh = (now: number) => {
    if (now - checkedAt > TRUSTED_MS) {
      checkedAt = now;
      checked = checked.then(check);
    }
    return checked;
  };
  return {
    async streets() {
      await fresh(performance.now());
      const { version, opened } = current;
      if (!opened) return null;
      const { minZoom, maxZoom, minLat, minLon, maxLat, maxLon } = opened.header;
      return {
        url: `/api/tiles/${version}/{z}/{x}/{y}.mvt`,
        minZoom,
        maxZoom,
        bounds: { south: minLat, west: minLon, north: maxLat, east: maxLon },
        attribution: opened.attribution,
      };
    },
    async tile(version, zoom, x, y) {
      await fresh(performance.now());
      if (!current.opened || current.version !== version) return null;
      return current.opened.tile(zoom, x, y);
    },
    async close() {
      await checked;
      await current.opened?.close();
    },
  };
}
