import { MAILED } from '../../platform/signing/mail-link.server.ts';
import type { Content } from '../content.ts';
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
  path?: (string | number)[];
  name: string;
}

/** Reports names, numbers and URLs that occur twice but must be unique. */
export function checkDuplicates(content: Content, site: Site): ContentProblem[] {
  const { propertyTypes, cities, routes, pages, properties, settings } = content;
  const twice = (strictness: 'error' | 'warn' | 'off', named: Named[], what: (first: Named) => string) => {
    const first = new Map<string, Named>();
    return named.flatMap((one) => {
      const before = first.get(one.name);
      if (before)
        return foundWith(strictness, 'duplicate')({ ...place(one), found: shown(one.name), allowed: what(before) });
      first.set(one.name, one);
      return [];
    });
  };
  const inType = (key: 'WebID' | 'key') =>
    propertyTypes.map((type, at) => ({
      file: 'property-types.json',
      field: `[${at}].${key}`,
      name: String(type[key]),
    }));
  return [
    ...twice(
      'error',
      routes.map(({ name }, at) => ({ file: 'routes.json', field: `[${at}].name`, name })),
      () => 'another row has this name',
    ),
    ...twice('error', inType('WebID'), () => 'another type has this number'),
    ...twice('error', inType('key'), () => 'another type has this key'),
    ...site.languages.flatMap((language) =>
      twice(
        'error',
        propertyTypes.map(({ slug }, at) => ({
          file: 'property-types.json',
          field: `[${at}].slug.${language}`,
          name: slug[language] ?? '',
        })),
        () => 'each type needs a slug of its own in every language: it is the last part of the path of its list',
      ),
    ),
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
    ...pages.flatMap(({ id, params }) =>
      twice(
        'error',
        params.modules.map((module, at) => ({
          file: `menu/${id}.json`,
          field: `params.modules[${at}].id`,
          name: module.id,
        })),
        () => 'another module of this page has this name',
      ),
    ),
    ...site.languages.flatMap((language) => {
      const taken = new Set(routes.map((row) => site.paths.ofRow(row, language)));
      const own = pages.flatMap((page) => {
        const path = page.route ? null : site.pagePath(page, language);
        return path ? [{ file: `menu/${page.id}.json`, field: `path.${language}`, name: path }] : [];
      });
      const found = foundWith('error', 'duplicate');
      return [
        ...twice('error', own, ({ file }) => `${file} has this path too; give one of them another path`),
        ...own.flatMap((one) =>
          taken.has(one.name)
            ? found({
                ...place(one),
                found: shown(one.name),
                allowed: 'a row of routes.json has this path; give another path',
              })
            : isGenerated(one.name, site)
              ? found({
                  ...place(one),
                  found: shown(one.name),
                  allowed:
                    'the site makes a page of properties, a project or a mailed link at this path; give another path',
                })
              : [],
        ),
      ];
    }),
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

const place = ({ file, field, path }: Named) => ({ file, field, ...(path && { path }) });
