import { MODULE_VIEWS, type Module, type Page } from '../../features/page/page.ts';
import { pageCssProblem } from '../../features/page/page-css.ts';
import type { Content } from '../content.ts';
import { holds } from '../fields/condition.ts';
import { type ContentProblem, referenceProblem, shown } from './problems.ts';

/** Reports references of a page that do not exist, and values that its modules cannot show. */
export function checkPage(
  page: Page,
  content: Content,
  pageIds: Set<string>,
  routeNames: Set<string>,
): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const file = `menu/${page.id}.json`;
  const error = (field: string, found: unknown, allowed: string, names: Iterable<string> = []) =>
    problems.push(referenceProblem(file, field, found, allowed, names));
  if (page.route && !routeNames.has(page.route)) error('route', page.route, 'name a row of routes.json', routeNames);
  if (!page.route && !page.path && !page.params.redirect) error('path', undefined, 'give path, route or a redirect');
  for (const id of [page.parentId, ...page.childMenus])
    if (id && !pageIds.has(id))
      error(id === page.parentId ? 'parentId' : 'childMenus', id, 'name a file in menu/', pageIds);
  const above = content.pages.find((one) => one.id === page.parentId);
  if (page.status === 'Published' && above && above.status !== 'Published')
    problems.push({
      severity: 'warning',
      kind: 'reference',
      file,
      field: 'status',
      found: shown(page.status),
      allowed: `the page is not shown, because the page above it, menu/${above.id}.json, is ${above.status}`,
    });
  if (page.params.redirect && !page.params.redirectUrl)
    error('params.redirectUrl', undefined, 'say where this entry leads');
  if (page.params.css) {
    const problem = pageCssProblem(page.params.css);
    if (problem) error('params.css', page.params.css, problem);
  }
  return [...problems, ...page.params.modules.flatMap((module, at) => checkModule(page, module, at, content))];
}

function checkModule(page: Page, module: Module, at: number, content: Content): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const file = `menu/${page.id}.json`;
  const error = (field: string, found: unknown, allowed: string, names: Iterable<string> = []) =>
    problems.push(referenceProblem(file, `params.modules[${at}].${field}`, found, allowed, names));
  const views: readonly string[] = MODULE_VIEWS[module.relationType];
  if (!views.includes(module.view))
    error(
      'view',
      module.view,
      `module "${module.id}" of page "${page.id}" has an unknown view; ${module.relationType} can be ` +
        `shown as ${views.join(', ')}`,
      views,
    );
  if (module.relationType === 'article' && !articleExists(module, content))
    error(
      'relationId',
      module.relationId,
      'name an article, an article group or "testimonials"',
      content.articles.flatMap(({ id, group }) => (group ? [id, group] : [id])),
    );
  if (module.relationType === 'category' && (module.relationId ?? 'team') !== 'team')
    error('relationId', module.relationId, 'the only category is "team"', ['team']);
  if (module.relationType === 'property-list' && !['sale', 'rent'].includes(module.relationId ?? ''))
    error('relationId', module.relationId, 'use "sale" or "rent"');
  if (module.from && module.until && module.from > module.until)
    error('until', module.until, `the last day is before the first one, ${module.from}`);
  const problem = module.condition && holds(module.condition, {}).problem;
  if (problem)
    problems.push({
      severity: 'warning',
      kind: 'condition',
      file,
      field: `params.modules[${at}].condition`,
      found: shown(module.condition),
      allowed: `${problem}; the module is not shown until this is corrected`,
    });
  return problems;
}

function articleExists({ relationId, view }: Module, content: Content): boolean {
  if (view === 'quotes') return relationId === undefined || relationId === 'testimonials';
  return content.articles.some(({ id, group }) => id === relationId || group === relationId);
}
