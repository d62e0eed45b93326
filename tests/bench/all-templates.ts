import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { MAP_FRAME } from '../../src/features/map/map-message.ts';
import { SHORTLIST_COOKIE } from '../../src/features/shortlist/shortlist.ts';

/** A page of each template, with the cookie that it needs. */
export interface TemplatePage {
  name: string;
  path: string;
  cookie?: string;
}

/**
 * One page of every template in the default language: those of the route map, lists and forms in their states, a
 * property that was removed, a missing page, the map, and the portal of an owner who is logged in.
 */
export function allTemplates(
  site: Site,
  { gone, owned, session }: { gone: number; owned: string; session: string },
): TemplatePage[] {
  const language = site.defaultLanguage;
  const to = (name: string, query = '') => (site.paths.find(name, language) ?? '') + query;
  const sale = site.listings.filter(({ goal }) => goal === 'sale');
  const offered = sale.find((listing) => !listing.gone)!;
  const sold = sale.find((listing) => listing.gone);
  const ids = sale.slice(0, 4).map(({ id }) => id);
  const [project] = site.projects;
  const town = site.towns.find(({ known }) => known.sale);
  const about = { property: `?property=${offered.id}`, project: `?project=${project?.ID ?? ''}`, none: '' };
  const articles = site.routes.filter(({ type, article }) => type === 'article' && article);
  const menu = site.pages.flatMap((page) =>
    page.status === 'Published' && !page.route && !page.params.redirect ? [site.pagePath(page, language)] : [],
  );
  const named = (name: string, path: string | null | undefined): TemplatePage[] => (path ? [{ name, path }] : []);
  return [
    ...named('homepage', `/${language}/`),
    ...named('list for sale', site.listPath('sale', language)),
    ...named('list for rent', site.listPath('rent', language)),
    ...named('filtered list', `${site.listPath('sale', language)}?sort=price-asc`),
    ...named('list without hits', `${site.listPath('sale', language)}?maxPrice=1`),
    ...named('list of a town', town && to('for-sale', `${town.slug[language]}/`)),
    ...named('property', site.listingPath(offered, language)),
    ...named('sold property', sold && site.listingPath(sold, language)),
    ...named('projects', to('projects')),
    ...named('project', project && site.projectPath(project, language)),
    ...articles.map(({ name }) => ({ name: `article ${name}`, path: to(name) })),
    ...['services', 'about', 'testimonials', 'testimonial-1', 'search', 'login'].map((name) => ({
      name,
      path: to(name),
    })),
    ...named('content page', menu.find(Boolean)),
    ...named('search results', to('search', `?q=${encodeURIComponent(site.towns[0]?.name[language] ?? 'huis')}`)),
    ...named('search without results', to('search', '?q=xyzxyz')),
    {
      name: 'favourites',
      path: to('shortlist'),
      cookie: `${SHORTLIST_COOKIE}=${ids.join('.')}`,
    },
    ...FORMS.flatMap((form) => {
      const row = site.routes.find((one) => one.form === form.name);
      return row ? [{ name: `form ${form.name}`, path: to(row.name, about[form.about]) }] : [];
    }),
    ...named('thank you', to('thank-you-contact-me')),
    ...['owner', 'owner-viewings', 'owner-statistics', 'owner-documents', 'owner-advert', 'owner-account'].map(
      (name) => ({
        name: `portal ${name}`,
        path: to(name, `?property=${owned}`),
        cookie: session,
      }),
    ),
    ...named('removed property', `${to('for-sale')}x/y/${gone}/`),
    ...named('missing page', `/${language}/bench-not-here/`),
    ...named('map', MAP_FRAME),
  ];
}
