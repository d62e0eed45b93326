import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

/** The routes whose pages are of one type; all other pages are plain pages or articles. */
const TYPE_OF_ROUTE = new Map([
  ['home', 'home'],
  ['for-sale', 'list'],
  ['for-rent', 'list'],
  ['projects', 'list'],
]);
const PLAIN: readonly string[] = ['page', 'article'];

/** Reports pages that say they are of another type than their route makes them. */
export function checkPageTypes({ pages }: Pick<Content, 'pages'>): ContentProblem[] {
  return pages.flatMap(({ id, route, params: { type } }) => {
    const wanted = TYPE_OF_ROUTE.get(route ?? '');
    if (wanted ? type === wanted : PLAIN.includes(type)) return [];
    return foundWith(
      'error',
      'value',
    )({
      file: `menu/${id}.json`,
      field: 'params.type',
      path: ['params', 'type'],
      found: shown(type),
      allowed: wanted
        ? `the page of the route ${route} is of the type ${wanted}; write that`
        : 'this page has no route of that type; write page or article, or leave it out',
    });
  });
}
