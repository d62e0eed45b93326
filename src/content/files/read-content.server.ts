import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { withTownNames } from '../../features/listing/town.ts';
import { demoPortal } from '../../features/owner/portal-import.ts';
import { article, member, testimonial } from '../../features/page/article.ts';
import { page, routeRow } from '../../features/page/page.ts';
import { withNeededRows } from '../../features/page/route-rows.ts';
import { city, propertyType } from '../../features/place/region.ts';
import { withHiddenAddress } from '../../features/property/hidden-address.ts';
import { type Project, project } from '../../features/property/project.ts';
import { type Property, propertySchema } from '../../features/property/property.ts';
import { readLabels } from '../../i18n/resources.server.ts';
import { type FileCache, NO_CACHE } from '../../platform/files/file-cache.server.ts';
import { type Content, fieldOf } from '../content.ts';
import { OPTIONAL_SETTINGS, SETTINGS, type Settings } from '../settings/settings.ts';
import { addressProblems } from './address-problems.ts';
import { checkReferences } from './check-references.server.ts';
import type { ContentProblem } from './problems.ts';
import { readJson } from './read-json.server.ts';
import { presentFile, withPresentNames } from './renamed.server.ts';
import { schemaProblems } from './schema-problems.server.ts';

/** The result of reading a content folder: the content if nothing essential is wrong, and every problem found. */
export interface ContentReading {
  content: Content | null;
  /** The content of the readable files, although others are invalid; null if an essential file is unreadable. */
  readable: Content | null;
  problems: ContentProblem[];
}

/** The settings of files that may be left out: always the same objects, because listings are kept by them. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  Object.entries<z.core.$ZodType>(SETTINGS)
    .filter(([name]) => OPTIONAL_SETTINGS.has(name))
    .map(([name, schema]) => [name, z.parse(schema, {})]),
);

/**
 * Reads a whole content folder and reports all problems at once; warnings do not block the content. With a cache, what
 * is in a file that has not changed is the same object as before.
 */
export function readContent(
  contentDir: string,
  cache: FileCache = NO_CACHE,
  { withProperties = true } = {},
): ContentReading {
  const folder: Folder = { contentDir, cache, problems: [] };
  const { problems } = folder;
  const settings = readSettings(folder);
  if (existsSync(join(contentDir, 'demo/portal.json'))) readData(folder, 'demo/portal.json', demoPortal);
  const routes = readFile(folder, 'routes.json', z.array(routeRow));
  const propertyTypes = readFile(folder, 'property-types.json', z.array(propertyType));
  const cities = readFile(folder, 'cities.json', z.array(city));
  const things = readThings(folder, withProperties);
  if (!settings || !routes || !propertyTypes || !cities) return { content: null, readable: null, problems };

  const languages = settings.site.enabledLanguages;
  problems.push(...[...things.properties, ...things.projects].flatMap(addressProblems));
  const shownPlaces = <T extends Property | Project>(places: readonly T[]) =>
    withTownNames(
      places.map((one) => withHiddenAddress(one).shown),
      cities,
      languages,
    );
  const content: Content = {
    settings,
    routes: withNeededRows(routes, languages),
    propertyTypes,
    cities,
    labels: readLabels(contentDir, languages),
    ...things,
    properties: shownPlaces(things.properties),
    projects: shownPlaces(things.projects),
  };
  problems.push(...checkReferences(content, contentDir));
  return {
    content: problems.some(({ severity }) => severity === 'error') ? null : content,
    readable: content,
    problems,
  };
}

/** A content folder while it is read. */
interface Folder {
  contentDir: string;
  cache: FileCache;
  /** What is wrong with it, as far as it was read. */
  problems: ContentProblem[];
}

/** All settings; null where one of the files is missing or invalid. */
function readSettings(folder: Folder): Settings | null {
  const settings = Object.fromEntries(
    Object.entries<z.core.$ZodType>(SETTINGS).map(([name, schema]) => {
      const file = `settings/${name}.json`;
      const isLeftOut = OPTIONAL_SETTINGS.has(name) && !existsSync(join(folder.contentDir, file));
      return [name, isLeftOut ? DEFAULTS.get(name) : readFile(folder, file, schema)];
    }),
  );
  return Object.values(settings).includes(null) ? null : (settings as Settings);
}

/** What has a file for each of its kind. */
function readThings(folder: Folder, withProperties: boolean) {
  return {
    pages: readAll(folder, 'menu', page, (thing) => thing.id),
    articles: readAll(folder, 'articles', article, (thing) => thing.id),
    members: readAll(folder, 'category/team', member, (thing) => thing.id),
    testimonials: readAll(folder, 'testimonials', testimonial, (thing) => `testimonial-${thing.n}`),
    properties: withProperties ? readAll(folder, 'properties', propertySchema, (thing) => String(thing.ID)) : [],
    projects: readAll(folder, 'projects', project, (thing) => String(thing.ID)),
  };
}

/** Reads a file that is there; one that is renamed has the fields of the file `named`. */
function readData<T>(
  { contentDir, cache, problems }: Folder,
  file: string,
  schema: z.core.$ZodType<T>,
  named = file,
): T | null {
  const parsed = cache.of('content', join(contentDir, file), (bytes) => parsedFile(file, bytes, schema, named));
  problems.push(...parsed.problems);
  return parsed.data;
}

/** Reads a file that is needed, also under its old name. */
function readFile<T>(folder: Folder, file: string, schema: z.core.$ZodType<T>): T | null {
  const { contentDir, problems } = folder;
  const present = presentFile(contentDir, file);
  if (present !== file)
    problems.push({
      ...fileProblem(
        present,
        'an old file name',
        `rename the file to ${file}; the old name is read until November 2027`,
      ),
      severity: 'warning',
    });
  if (existsSync(join(contentDir, present))) return readData(folder, present, schema, file);
  problems.push(fileProblem(file, 'no such file', 'this file is needed'));
  return null;
}

/** Reads the files of a folder, each of which describes one thing and is named after it. */
function readAll<T>(folder: Folder, name: string, schema: z.core.$ZodType<T>, nameOf: (thing: T) => string): T[] {
  const path = join(folder.contentDir, name);
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  const files = entries.flatMap((entry) => (entry.name.endsWith('.json') ? [entry] : []));
  const folders = files.filter((entry) => entry.isDirectory());
  folder.problems.push(
    ...folders.map((entry) =>
      fileProblem(`${name}/${entry.name}`, 'a folder', 'a file is expected here; rename the folder, or remove it'),
    ),
  );
  const names = files.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).sort();
  return names.flatMap((file) => {
    const thing = readData(folder, `${name}/${file}`, schema);
    if (thing === null) return [];
    const expected = `${nameOf(thing)}.json`;
    if (file !== expected && names.includes(expected))
      folder.problems.push(copyProblem(`${name}/${file}`, `${name}/${expected}`, names));
    else if (file !== expected)
      folder.problems.push(
        fileProblem(
          `${name}/${file}`,
          `the name ${file}`,
          `rename the file to ${expected}, after the thing it describes`,
        ),
      );
    return [thing];
  });
}

/** The valid data of a file, or null, and what is wrong with it. */
function parsedFile<T>(
  file: string,
  bytes: Buffer,
  schema: z.core.$ZodType<T>,
  named: string,
): { data: T | null; problems: ContentProblem[] } {
  const { data, problem } = readJson(file, bytes);
  if (problem) return { data: null, problems: [problem] };
  const present = withPresentNames(named, data);
  const renamed = present.renamed.map(
    ({ path, current }): ContentProblem => ({
      severity: 'warning',
      kind: 'field',
      file,
      field: fieldOf(path),
      path,
      found: 'an old name',
      allowed: `it is now called "${current}"; the old name is read until November 2027`,
    }),
  );
  const result = z.safeParse(schema, present.data);
  return result.success
    ? { data: result.data, problems: renamed }
    : { data: null, problems: [...renamed, ...schemaProblems(file, present.data, result.error)] };
}

/** A file with the name of another one inside: usually a copy whose ID was not changed. */
function copyProblem(file: string, original: string, names: readonly string[]): ContentProblem {
  const numbers = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  const free = numbers.length > 0 ? `; the next free number is ${Math.max(...numbers) + 1}` : '';
  return {
    severity: 'error',
    kind: 'duplicate',
    file,
    field: '',
    found: `what ${original} describes`,
    allowed: `give the copy an identity of its own, and its file the same name${free}`,
  };
}

const fileProblem = (file: string, found: string, allowed: string): ContentProblem => ({
  severity: 'error',
  kind: 'file',
  file,
  field: '',
  found,
  allowed,
});

/** Reads a property as editors wrote it, hidden facts included; null when the file is missing or invalid. */
export function readPropertyFile(contentDir: string, propertyId: string): Property | null {
  if (!/^\d{1,12}$/.test(propertyId)) return null;
  try {
    const file = `properties/${propertyId}.json`;
    const { data } = readJson(file, readFileSync(join(contentDir, file)));
    const result = propertySchema.safeParse(data);
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
