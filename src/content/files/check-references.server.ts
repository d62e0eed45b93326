import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { covers } from '../../features/agency/settings.ts';
import { FORMS } from '../../features/lead/forms.ts';
import { REPLY_PLACES, unknownPlaces } from '../../features/lead/replies.ts';
import { cityNamed } from '../../features/listing/town.ts';
import { defaultLabels } from '../../i18n/current-labels.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { filesBelow } from '../../platform/files/file-cache.server.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { nearest } from '../../platform/text/nearest.ts';
import type { Content } from '../content.ts';
import type { Place } from '../fields/pointer.ts';
import { checkPage } from './check-page.ts';
import { checkRoutes } from './check-routes.ts';
import { type ContentProblem, foundWith, referenceProblem, shown } from './problems.ts';

const OFFICES_FILE = 'settings/offices.json';

/** Reports offices with one name, agents of no or of two offices, postcodes of two, and properties of no office. */
export function checkOffices({ settings, members, properties, projects }: Content): ContentProblem[] {
  const { offices } = settings.offices;
  const known = new Set(members.map(({ id }) => id));
  const ids = offices.map(({ id }) => id);
  const problems = offices.flatMap((office, at) => {
    const before = offices.slice(0, at);
    const error = (field: string, found: string, allowed: string, names: Iterable<string> = []) =>
      referenceProblem(OFFICES_FILE, `offices[${at}].${field}`, found, allowed, names);
    const others = (owns: (other: typeof office) => boolean) => before.filter(owns).map(({ id }) => id);
    return [
      ...(ids.indexOf(office.id) < at ? [error('id', office.id, 'give each office an id of its own')] : []),
      ...office.agents.flatMap((agent, n) => {
        if (!known.has(agent))
          return [error(`agents[${n}]`, agent, `name a file in category/team/: ${[...known].join(', ')}`, known)];
        const [other] = others(({ agents }) => agents.includes(agent));
        return other ? [error(`agents[${n}]`, agent, `an agent has one office, and is of "${other}" already`)] : [];
      }),
      ...office.postcodes.flatMap((range, n) => {
        const [first = '', last = first] = /^\d{4}-\d{4}$/.test(range) ? range.split('-') : [range];
        if (first > last) return [error(`postcodes[${n}]`, range, `write the lower postcode first: ${last}-${first}`)];
        const [other] = others(({ postcodes }) =>
          postcodes.some((one) => covers(one, first) || covers(one, last) || covers(range, one.split('-')[0] ?? '')),
        );
        return other
          ? [error(`postcodes[${n}]`, range, `a postcode has one office, and is of "${other}" already`)]
          : [];
      }),
    ];
  });
  const strays = [...properties, ...projects].flatMap((thing) =>
    thing.Office === undefined || ids.includes(thing.Office)
      ? []
      : [
          referenceProblem(
            `${'Goal' in thing ? 'properties' : 'projects'}/${thing.ID}.json`,
            'Office',
            thing.Office,
            ids.length > 0
              ? `name an office of ${OFFICES_FILE}: ${ids.join(', ')}`
              : `describe this office in ${OFFICES_FILE} first`,
            ids,
          ),
        ],
  );
  return [...problems, ...strays];
}

/** Reports towns of the working area that are not among the towns of the content, and those without a text. */
function checkWorkingArea({ settings, cities }: Content): ContentProblem[] {
  const known = cities.map(({ Zip, Name }) => `${Zip} ${Object.values(Name)[0] ?? ''}`);
  const { defaultLanguage, workingArea = [] } = settings.site;
  return workingArea.flatMap((name, at) => {
    const city = cityNamed(name, cities);
    const field = `workingArea[${at}]`;
    if (!city)
      return [
        referenceProblem('settings/site.json', field, name, 'name a town of cities.json, with its postcode', known),
      ];
    if (at >= MOST_TEXTS || localized(city.Text, defaultLanguage)) return [];
    return foundWith(
      'warn',
      'value',
    )({
      file: 'settings/site.json',
      field,
      path: ['workingArea', at],
      found: shown(name),
      allowed: 'write a Text for this town in cities.json: its page is then found although nothing is on offer there',
    });
  });
}

/** The texts of so many towns, the most important ones, are asked for. */
const MOST_TEXTS = 10;

const REPLIES_FILE = 'settings/replies.json';

/** Reports replies with one name, places that no reply knows, and forms that do not exist. */
function checkReplies({ settings }: Content): ContentProblem[] {
  const { replies } = settings.replies;
  const ids = replies.map(({ id }) => id);
  const forms = FORMS.map(({ name }) => name);
  return replies.flatMap(({ id, text, forms: offered }, at) => {
    const error = (field: string, found: string, allowed: string, names: Iterable<string> = []) =>
      referenceProblem(REPLIES_FILE, `replies[${at}].${field}`, found, allowed, names);
    return [
      ...(ids.indexOf(id) < at ? [error('id', id, 'give each reply an id of its own')] : []),
      ...Object.entries(text).flatMap(([language, words]) =>
        unknownPlaces(words).map((place) =>
          error(`text.${language}`, `{${place}}`, `use ${REPLY_PLACES.map((one) => `{${one}}`).join(', ')}`),
        ),
      ),
      ...offered.flatMap((form, n) =>
        forms.includes(form) ? [] : [error(`forms[${n}]`, form, `name a form: ${forms.join(', ')}`, forms)],
      ),
    ];
  });
}

/** Reports references in the content to things that do not exist, and things that exist twice. */
export function checkReferences(content: Content, contentDir: string): ContentProblem[] {
  const pageIds = new Set(content.pages.map(({ id }) => id));
  const routeNames = new Set(content.routes.map(({ name }) => name));
  return [
    ...checkDefaultLanguage(content),
    ...checkRows(content, routeNames),
    ...content.settings.site.enabledLanguages.flatMap((language) => checkLanguage(content, language, contentDir)),
    ...content.pages.flatMap((page) => checkPage(page, content, pageIds, routeNames)),
    ...checkPlaces(content),
    ...checkOffices(content),
    ...checkWorkingArea(content),
    ...checkReplies(content),
    ...checkRoutes(content),
    ...imageProblems(content, contentDir),
  ];
}

function checkDefaultLanguage({ settings }: Content): ContentProblem[] {
  const { defaultLanguage, enabledLanguages } = settings.site;
  if (enabledLanguages.includes(defaultLanguage)) return [];
  const allowed = `use one of enabledLanguages: ${enabledLanguages.join(', ')}`;
  return [referenceProblem('settings/site.json', 'defaultLanguage', defaultLanguage, allowed)];
}

/** Reports rows of the route map without a path in a language, and those that name an article or a row in vain. */
function checkRows({ routes, articles, settings }: Content, routeNames: ReadonlySet<string>): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const error = (field: string, found: unknown, allowed: string, names: Iterable<string>, path: Place) =>
    problems.push(referenceProblem('routes.json', field, found, allowed, names, path));
  for (const [at, row] of routes.entries()) {
    for (const language of settings.site.enabledLanguages) {
      if (!Object.hasOwn(row.paths, language))
        error(
          `${row.name}.paths.${language}`,
          undefined,
          `give the path in ${language}, or take ${language} out of enabledLanguages in settings/site.json`,
          [],
          [at, 'paths'],
        );
    }
    if (row.article && row.type === 'article' && !articles.some(({ id }) => id === row.article))
      error(
        `${row.name}.article`,
        row.article,
        'name a file in articles/',
        articles.map(({ id }) => id),
        [at, 'article'],
      );
    if (row.form && !FORMS.some(({ name }) => name === row.form))
      error(
        `${row.name}.form`,
        row.form,
        'name a form',
        FORMS.map(({ name }) => name),
        [at, 'form'],
      );
    if (row.breadcrumb?.path && !routeNames.has(row.breadcrumb.path))
      error(`${row.name}.breadcrumb.path`, row.breadcrumb.path, 'name a row of routes.json', routeNames, [
        at,
        'breadcrumb',
        'path',
      ]);
  }
  return problems;
}

/** Reports a language without labels, and rows of the route map that have the same path in it. */
function checkLanguage({ routes }: Content, language: Language, contentDir: string): ContentProblem[] {
  const problems: ContentProblem[] = [];
  if (!defaultLabels(language) && !existsSync(join(contentDir, 'labels', `${language}.json`)))
    problems.push(
      referenceProblem(
        `labels/${language}.json`,
        '',
        undefined,
        `write the labels of ${language} (src/i18n/default-labels/en.json has the keys), ` +
          `or take it out of enabledLanguages in settings/site.json`,
      ),
    );
  const seen = new Map<string, string>();
  for (const [at, { name, paths }] of routes.entries()) {
    const path = localized(paths, language);
    const before = seen.get(path);
    if (before !== undefined) {
      const allowed = `another row, ${before}, has this path`;
      const place = [at, 'paths', language];
      problems.push(referenceProblem('routes.json', `${name}.paths.${language}`, path, allowed, [], place));
    }
    seen.set(path, name);
  }
  return problems;
}

/** Reports properties and projects that name a town, a person, a type or a project that does not exist. */
function checkPlaces(content: Content): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const error = (...about: Parameters<typeof referenceProblem>) => problems.push(referenceProblem(...about));
  const cityKeys = new Set(
    content.cities.flatMap((city) =>
      zipsOf(city).flatMap((zip) => Object.values(city.Name).map((name) => `${zip}|${name.toLowerCase()}`)),
    ),
  );
  const types = new Set(content.propertyTypes.map(({ WebID }) => String(WebID)));
  const members = new Set(content.members.map(({ id }) => id));
  const projects = new Set(content.projects.map(({ ID }) => ID));
  for (const property of [...content.properties, ...content.projects]) {
    const file = `${'Goal' in property ? 'properties' : 'projects'}/${property.ID}.json`;
    const names = Object.values(property.City);
    if (!names.some((name) => cityKeys.has(`${property.Zip}|${name.toLowerCase()}`))) {
      const { field, allowed } = whyNoTown(content.cities, property.Zip, names);
      error(file, field, `${property.Zip} ${names[0] ?? ''}`, allowed);
    }
    if (property.Manager && !members.has(property.Manager))
      error(file, 'Manager', property.Manager, `name a file in category/team/: ${[...members].join(', ')}`, members);
    if (!('Goal' in property)) continue;
    for (const id of property.WebIDs.split(','))
      if (!types.has(id)) error(file, 'WebIDs', id, `use numbers of property-types.json: ${[...types].join(', ')}`);
    if (property.ProjectID && !projects.has(property.ProjectID))
      error(file, 'ProjectID', property.ProjectID, 'name the number of a file in projects/');
  }
  return problems;
}

type City = Content['cities'][number];
const zipsOf = ({ Zip, Zips = [] }: City) => [Zip, ...Zips];

/** What to correct where postcode and town are not together in cities.json, at the one of them that is not known. */
function whyNoTown(cities: readonly City[], zip: string, names: readonly string[]): { field: string; allowed: string } {
  const own = names.map((name) => name.toLowerCase());
  const atZip = cities.filter((city) => zipsOf(city).includes(zip));
  const named = cities.filter(({ Name }) => Object.values(Name).some((name) => own.includes(name.toLowerCase())));
  const listed = (all: readonly (string | undefined)[]) => [...new Set(all)].slice(0, 5).join(', ');
  const known =
    named.length > 0
      ? `the postcode of this town in cities.json is ${listed(named.flatMap(zipsOf))}`
      : atZip.length > 0
        ? `the town of ${zip} in cities.json is ${listed(atZip.map(({ Name }) => Object.values(Name)[0]))}`
        : 'cities.json has neither this postcode nor this town';
  const field = named.length === 0 && atZip.length > 0 ? 'City' : 'Zip';
  return { field, allowed: `${known}; correct it, or add this town to cities.json` };
}

/**
 * What is said of a file that is not in its folder, with the file that was probably meant. A name from macOS can look
 * the same: there an accent is a sign of its own.
 */
export function missingFile(
  folder: 'media' | 'documents',
  path: string,
  contentDir: string,
): Pick<ContentProblem, 'allowed' | 'meant'> {
  const files = filesBelow(join(contentDir, folder));
  if (files.some((file) => file.normalize('NFC') === path.normalize('NFC')))
    return {
      allowed:
        `${folder}/ has this file with its accents written as signs of their own, as macOS does; ` +
        'give the file this name again, typed or pasted from here',
    };
  return {
    allowed:
      folder === 'media'
        ? 'this picture is not in media/; correct the path or add the picture'
        : 'this document is not in documents/; nobody can open it',
    meant: nearest(path, files),
  };
}

/** Reports pictures and documents that the content names but that are not in the content folder. */
function imageProblems(content: Content, contentDir: string): ContentProblem[] {
  const known = new Map<string, boolean>();
  const exists = (path: string) => {
    if (!known.has(path)) known.set(path, existsSync(join(contentDir, 'media', path)));
    return known.get(path);
  };
  const search = (file: string, value: unknown, field: string, problems: ContentProblem[]): ContentProblem[] => {
    if (value === null || typeof value !== 'object') return problems;
    for (const [key, inner] of Object.entries(value)) {
      const place = Array.isArray(value) ? `${field}[${key}]` : field ? `${field}.${key}` : key;
      if ((key === 'src' || key === 'Url') && typeof inner === 'string') {
        if (!exists(inner))
          problems.push({
            severity: 'error',
            kind: 'picture',
            file,
            field: place,
            found: shown(inner),
            ...missingFile('media', inner, contentDir),
          });
      } else search(file, inner, place, problems);
    }
    return problems;
  };
  const things: [file: string, thing: object][] = [
    ...Object.entries(content.settings).map(([name, thing]): [string, object] => [`settings/${name}.json`, thing]),
    ...content.pages.map((thing): [string, object] => [`menu/${thing.id}.json`, thing]),
    ...content.articles.map((thing): [string, object] => [`articles/${thing.id}.json`, thing]),
    ...content.members.map((thing): [string, object] => [`category/team/${thing.id}.json`, thing]),
    ...content.properties.map((thing): [string, object] => [`properties/${thing.ID}.json`, thing]),
    ...content.projects.map((thing): [string, object] => [`projects/${thing.ID}.json`, thing]),
  ];
  // Media count as unchanged while what was read of the files is kept.
  return things.flatMap(([file, thing]) => remembered(memory, thing, [file], () => search(file, thing, '', [])));
}

const memory: Memory<ContentProblem[]> = new WeakMap();
