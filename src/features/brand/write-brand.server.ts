import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAtomically } from '../../platform/files/write.server.ts';

/** Finished brands that an agency can start from. */
export const EXAMPLE_BRANDS = ['linde', 'kade', 'atelier'] as const;

const FOLDER = join(fileURLToPath(new URL('./examples/linde/brand.json', import.meta.url)), '../..');
const SETTINGS = 'settings/brand.json';

/**
 * Writes a finished brand into a content folder and returns the paths of its files. Throws a sentence when there is no
 * such brand, or when files would be overwritten and `isForced` is false; nothing is written then.
 */
export async function writeBrand({
  name,
  contentDir,
  isForced,
}: {
  name: string;
  contentDir: string;
  isForced: boolean;
}): Promise<string[]> {
  if (!EXAMPLE_BRANDS.some((known) => known === name))
    throw new Error(`there is no brand "${name}"; use one of ${EXAMPLE_BRANDS.join(', ')}`);
  if (!existsSync(join(contentDir, 'settings')))
    throw new Error(`${contentDir} is no content folder: it has no settings/`);
  const files = (await readdir(join(FOLDER, name))).sort();
  const placeOf = (file: string) => (file === 'brand.json' ? SETTINGS : `media/brand/${file}`);
  const present = files.map(placeOf).filter((place) => existsSync(join(contentDir, place)));
  if (present.length > 0 && !isForced)
    throw new Error(`${present.join(' and ')} would be overwritten; add --force to do that`);
  await mkdir(join(contentDir, 'media/brand'), { recursive: true });
  for (const file of files)
    await writeAtomically(join(contentDir, placeOf(file)), await readFile(join(FOLDER, name, file)));
  return files.map(placeOf);
}
