import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportedProperty } from '../property/property.ts';

const PICTURE = /\.(?:jpe?g|png|webp|heic)$/i;
/** A name that is no path. */
const NAME = /^[^/\\.][^/\\]*$/;

/** The photographs in the folder of a property, in the order of their names; none without one. */
function picturesIn(pictureDir: string, name: string): ImportedProperty['pictures'] {
  const folder = join(pictureDir, name);
  if (!NAME.test(name) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((file) => PICTURE.test(file))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => ({ source: `${name}/${file}` }));
}

/**
 * Gives a property that names no photographs those of the folder with its reference or its key, beside the export. The
 * photographs belong to the export when one has such a folder.
 */
export function withPictureFolders<
  Reading extends { properties: readonly ImportedProperty[]; owned: readonly string[] },
>(reading: Reading, pictureDir: string): Reading {
  let hasFolder = false;
  const properties = reading.properties.map((property) => {
    if (property.pictures.length > 0) return property;
    const names = [String(property.facts.RecordFile ?? ''), property.sourceId];
    const pictures = names.map((name) => picturesIn(pictureDir, name)).find(({ length }) => length > 0);
    hasFolder ||= pictures !== undefined;
    return pictures ? { ...property, pictures } : property;
  });
  if (!hasFolder) return reading;
  return { ...reading, properties, owned: [...new Set([...reading.owned, 'XLargePictureItems'])] };
}
