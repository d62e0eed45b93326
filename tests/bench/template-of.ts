import type { Site } from '../../src/content/site/site.ts';

/** A path below a language that leads to no page. */
const NOT_HERE = 'bench-not-here';

/** The kind of page at a path, in a word; the budgets hold for the heaviest of each kind. */
export function templateOf(requestPath: string, site: Site): string {
  const [path = '', query] = requestPath.split('?');
  const found = site.paths.rowAt(path);
  if (!found || path.includes(NOT_HERE)) return 'not found';
  const { name, rest } = found;
  const row = site.routes.find((one) => one.name === name);
  if (name === 'home') return rest.length === 0 ? 'homepage' : 'content page';
  if (name === 'for-sale' || name === 'for-rent') {
    if (query) return 'filtered list';
    return rest.length === 0 ? 'list' : rest.length === 1 ? 'list of a town or type' : 'property';
  }
  if (name === 'projects') return rest.length === 0 ? 'projects' : 'project';
  if (row?.type === 'feedback') return 'thank you';
  if (row?.form) return 'form';
  return row?.type === 'article' ? 'article' : name;
}

/** Paths of pages made on demand, in every language: lists with filters, forms, searches. */
export function onDemandPaths(site: Site): string[] {
  const listing = site.listings.find(({ goal, gone }) => goal === 'sale' && !gone);
  const heaviest = '?type=1&type=2&bedrooms=2&minPrice=100000&garden=1&terrace=1&parking=1&sold=hide&sort=price-m2';
  return site.languages.flatMap((language) => [
    ...(['for-sale', 'for-rent'] as const).flatMap((name) =>
      ['?page=1&sort=price-asc', '?page=2', '?maxPrice=1', '?city=Grimbergen%7C1850&maxPrice=1', heaviest].map(
        (query) => (site.paths.find(name, language) ?? '') + query,
      ),
    ),
    ...site.routes.flatMap(({ name, form, type }) =>
      form
        ? [
            site.paths.find(name, language) ?? '',
            `${site.paths.find(name, language) ?? ''}?property=${listing?.id ?? ''}`,
          ]
        : type === 'feedback'
          ? [site.paths.find(name, language) ?? '']
          : [],
    ),
    ...['', '?q=grimbergen', `?q=${listing?.id ?? ''}`, '?q=xyz'].map(
      (query) => site.paths.to('search', language) + query,
    ),
    site.paths.to('shortlist', language),
    `/${language}/${NOT_HERE}/`,
  ]);
}
