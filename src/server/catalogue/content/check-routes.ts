import { needsPage, OWN_TEMPLATES } from '../../../domain/content/own-templates.ts';
import { withEffectiveStatus } from '../../../domain/content/page.ts';
import type { Content } from './content.ts';
import { type ContentProblem, foundWith, referenceProblem } from './content-problem.ts';

/** Reports rows of the route map without the page, article or testimonial that they show, and menus that go round. */
export function checkRoutes(content: Content): ContentProblem[] {
  return [...checkRows(content), ...checkMenu(content)];
}

function checkRows({ routes, pages, testimonials }: Content): ContentProblem[] {
  const shown = new Set(
    withEffectiveStatus(pages).flatMap(({ route, status }) => (route && status === 'Published' ? [route] : [])),
  );
  return routes.flatMap((row, at) => {
    const { name } = row;
    const error = (field: string, allowed: string) => [
      referenceProblem('routes.json', `${name}.${field}`, name, allowed, [], [at, 'name']),
    ];
    if (needsPage(row) && !shown.has(name))
      return error('name', `publish a page in menu/ with "route": "${name}", or delete this row`);
    if (row.type === 'article' && !row.article && !testimonials.some(({ n }) => name === `testimonial-${n}`))
      return error('article', `name a file in articles/, write testimonials/${name}.json, or delete this row`);
    if (row.type === 'page' && ['home', 'for-sale', 'for-rent'].includes(name) && !shown.has(name))
      return foundWith(
        'warn',
        'reference',
      )({
        file: 'routes.json',
        field: `${name}.name`,
        path: [at, 'name'],
        found: `no published page in menu/ with "route": "${name}"`,
        allowed: `${OWN_TEMPLATES[name]} is shown without texts, blocks and photographs of its own`,
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
