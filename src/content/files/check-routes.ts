import { withEffectiveStatus } from '../../features/page/page.ts';
import { needsPage, OWN_TEMPLATES } from '../../features/page/route-rows.ts';
import { goalOf } from '../../features/property/property-state.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, referenceProblem, shown } from './problems.ts';

/**
 * Reports rows of the route map without the page, article or testimonial that they show, things without the row that
 * shows them, and menus that go round.
 */
export function checkRoutes(content: Content): ContentProblem[] {
  return [...checkRows(content), ...checkUnshown(content), ...checkMenu(content)];
}

/** Properties, projects and testimonials whose list has no row: an agency that only sells needs no "for-rent". */
function checkUnshown({ routes, properties, projects, testimonials }: Content): ContentProblem[] {
  const has = (name: string) => routes.some((row) => row.name === name);
  const error = foundWith('error', 'reference');
  const missing = (file: string, field: string, found: unknown, name: string) =>
    has(name)
      ? []
      : error({
          ...{ file, field, found: shown(found) },
          allowed: `nothing shows this: routes.json has no row "${name}"; add the row, or remove this`,
        });
  const lists = has('for-sale') || has('for-rent');
  return [
    ...(lists
      ? []
      : error({
          ...{ file: 'routes.json', field: '', found: 'no row "for-sale" and no row "for-rent"' },
          allowed: 'a site shows what is for sale, what is to let, or both; add one of these rows',
        })),
    ...properties.flatMap(({ ID, Goal }) =>
      missing(`properties/${ID}.json`, 'Goal', Goal, goalOf({ Goal }) === 'sale' ? 'for-sale' : 'for-rent'),
    ),
    ...projects.flatMap(({ ID }) => missing(`projects/${ID}.json`, 'ID', ID, 'projects')),
    ...testimonials.flatMap(({ n }) => missing(`testimonials/testimonial-${n}.json`, 'n', n, 'testimonials')),
  ];
}

function checkRows({ routes, pages, testimonials }: Content): ContentProblem[] {
  const published = new Set(
    withEffectiveStatus(pages).flatMap(({ route, status }) => (route && status === 'Published' ? [route] : [])),
  );
  return routes.flatMap((row, at) => {
    const { name } = row;
    const error = (field: string, allowed: string) => [
      referenceProblem('routes.json', `${name}.${field}`, name, allowed, [], [at, 'name']),
    ];
    if (needsPage(row) && !published.has(name))
      return error('name', `publish a page in menu/ with "route": "${name}", or delete this row`);
    if (row.type === 'article' && !row.article && !testimonials.some(({ n }) => name === `testimonial-${n}`))
      return error('article', `name a file in articles/, write testimonials/${name}.json, or delete this row`);
    if (row.type === 'page' && ['home', 'for-sale', 'for-rent'].includes(name) && !published.has(name))
      return foundWith(
        'warn',
        'reference',
      )({
        file: 'routes.json',
        field: `${name}.name`,
        path: [at, 'name'],
        found: `no published page in menu/ with "route": "${name}"`,
        allowed: `${OWN_TEMPLATES[name]?.split('/').at(-1)} is shown without texts, blocks and photographs of its own`,
      });
    return [];
  });
}

/** A page below itself: its path and its place in the menu would never end. */
function checkMenu({ pages }: Content): ContentProblem[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const circleOf = (id: string, above: (id: string) => readonly string[]): string[] | null => {
    const walk = (at: string, way: string[]): string[] | null => {
      if (at === id && way.length > 0) return [...way, at];
      if (way.includes(at)) return null;
      for (const next of above(at)) {
        const found = walk(next, [...way, at]);
        if (found) return found;
      }
      return null;
    };
    return walk(id, []);
  };
  const fields = {
    parentId: (id: string) => [byId.get(id)?.parentId ?? ''].filter(Boolean),
    childMenus: (id: string) => byId.get(id)?.childMenus ?? [],
  };
  return pages.flatMap(({ id }) =>
    Object.entries(fields).flatMap(([field, above]) => {
      const circle = circleOf(id, above);
      const words = `the pages go round: ${circle?.join(' > ')}; take one of them out of the circle`;
      return circle ? [referenceProblem(`menu/${id}.json`, field, circle[1], words)] : [];
    }),
  );
}
