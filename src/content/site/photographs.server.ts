import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Photo, photoOf } from '../../features/property/listing.ts';
import type { Property } from '../../features/property/property.ts';
import { readPacked } from '../../platform/files/packed-files.server.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';

const FILE = 'photographs.txt';
const lines: Memory<Buffer> = new WeakMap();

function lineOf({ ID, XLargePictureItems }: Property): Buffer {
  const photos = XLargePictureItems.flatMap((item) => photoOf(item) ?? []).map(({ src, v }) => ({ src, v }));
  return Buffer.from(`${ID} ${JSON.stringify(photos)}\n`);
}

/** Writes into the folder of a version which photographs each property has: too much for the memory of a server. */
export function writePhotographs(versionDir: string, properties: readonly Property[]): void {
  const all = properties.map((property) => remembered(lines, property, [], () => lineOf(property)));
  writeFileSync(join(versionDir, FILE), Buffer.concat(all));
}

/** The photographs of some properties of a version, by their number; none in a version of earlier code. */
export function readPhotographs(versionDir: string, ids: ReadonlySet<number>): Map<number, Photo[]> {
  const found = new Map<number, Photo[]>();
  const file = join(versionDir, FILE);
  if (!existsSync(file) && !existsSync(`${file}.gz`)) return found;
  for (const line of readPacked(file).toString().split('\n')) {
    const id = Number.parseInt(line, 10);
    if (ids.has(id)) found.set(id, JSON.parse(line.slice(line.indexOf(' '))));
  }
  return found;
}
