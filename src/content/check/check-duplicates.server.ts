import type { PropertyType } from '../../features/place/region.ts';
import type { Language } from '../../i18n/languages.ts';
import { MAILED } from '../../platform/signing/mail-link.server.ts';
import type { Content } from '../content.ts';
import type { Strictness } from '../fields/fields.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';
import { listAt } from '../site/paths.ts';
import type { Site } from '../site/site.ts';

/** Rows below which each property or project has its page: town, title and number. */
const DETAILED: readonly string[] = ['for-sale', 'for-rent', 'projects'];

/** Whether the site makes a page at this path by itself. */
function isGenerated(path: string, site: Site): boolean {
  const row = site.paths.rowAt(path);
  if (path.split('/')[2] === MAILED || listAt(site, path)) return true;
  return row !== null && DETAILED.includes(row.name) && row.rest.length === 3 && /^\d+$/.test(row.rest[2] ?? '');
}

interface Named {
  file: string;
  field: string;
  name: string;
}

/** Reports names, numbers and URLs that occur twice but must be unique. */
export function checkDuplicates(content: Content, site: Site): ContentProblem[] {
  const { cities, routes, pages, properties, settings } = content;
  return [
    ...twice(
      'error',
      routes.map(({ name }, at) => ({ file: 'routes.json', field: `[${at}].name`, name })),
      () => 'another row has this name',
    ),
    ...checkTypes(content, site),
    ...twice(
      'error',
      cities.flatMap(({ Zip, Name }, at) =>
        Name.nl ? [{ file: 'cities.json', field: `[${at}]`, name: `${Zip} ${Name.nl}` }] : [],
      ),
      () => 'this postcode and town are already in the list',
    ),
    ...twice(
      'error',
      pages.flatMap(({ id, route }) => (route ? [{ file: `menu/${id}.json`, field: 'route', name: route }] : [])),
      ({ file }) => `${file} shows this route already`,
    ),
    ...checkModules(content),
    ...site.languages.flatMap((language) => checkPagePaths(content, site, language)),
    ...twice(
      settings.checks.duplicateReferences,
      properties.map(({ ID, RecordFile }) => ({
        file: `properties/${ID}.json`,
        field: 'RecordFile',
        name: RecordFile,
      })),
      ({ file }) => `${file} has this reference too`,
    ),
  ];
}

/** Reports each name that came before; `what` says so with the first place of the name. */
function twice(strictness: Strictness, named: readonly Named[], what: (first: Named) => string): ContentProblem[] {
  const first = new Map<string, Named>();
  return named.flatMap((one) => {
    const before = first.get(one.name);
    if (before) return duplicate(one, what(before), strictness);
    first.set(one.name, one);
    return [];
  });
}

const duplicate = ({ file, field, name }: Named, allowed: string, strictness: Strictness = 'error'): ContentProblem[] =>
  foundWith(strictness, 'duplicate')({ file, field, found: shown(name), allowed });

/** Reports property types with one number, key or slug. */
function checkTypes({ propertyTypes }: Content, site: Site): ContentProblem[] {
  const named = (field: string, nameOf: (type: PropertyType) => string | number) =>
    propertyTypes.map((type, at) => ({
      file: 'property-types.json',
      field: `[${at}].${field}`,
      name: String(nameOf(type)),
    }));
  return [
    ...twice(
      'error',
      named('WebID', ({ WebID }) => WebID),
      () => 'another type has this number',
    ),
    ...twice(
      'error',
      named('key', ({ key }) => key),
      () => 'another type has this key',
    ),
    ...site.languages.flatMap((language) =>
      twice(
        'error',
        named(`slug.${language}`, ({ slug }) => slug[language] ?? ''),
        () => 'each type needs a slug of its own in every language: it is the last part of the path of its list',
      ),
    ),
  ];
}

/** Reports modules of a page with one name. */
const checkModules = ({ pages }: Content): ContentProblem[] =>
  pages.flatMap(({ id, params }) =>
    twice(
      'error',
      params.modules.map((module, at) => ({
        file: `menu/${id}.json`,
        field: `params.modules[${at}].id`,
        name: module.id,
      })),
      () => 'another module of this page has this name',
    ),
  );

/** Reports pages of the menu at a path where another page is. */
function checkPagePaths({ pages, routes }: Content, site: Site, language: Language): ContentProblem[] {
  const taken = new Set(routes.map((row) => site.paths.ofRow(row, language)));
  const own = pages.flatMap((page) => {
    const path = page.route ? null : site.pagePath(page, language);
    return path ? [{ file: `menu/${page.id}.json`, field: `path.${language}`, name: path }] : [];
  });
  return [
    ...twice('error', own, ({ file }) => `${file} has this path too; give one of them another path`),
    ...own.flatMap((one) => {
      if (taken.has(one.name)) return duplicate(one, 'a row of routes.json has this path; give another path');
      return isGenerated(one.name, site)
        ? duplicate(
            one,
            'the site makes a page of properties, a project or a mailed link at this path; give another path',
          )
        : [];
    }),
  ];
}
