import { languageOfPath, localized } from '../../i18n/languages.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type Content, fieldOf, thingsOf, walk } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';
import { sellingPath, unprefixed } from '../site/paths.ts';
import type { MenuEntry, Site } from '../site/site.ts';

const GOALS: Readonly<Record<string, 'sale' | 'rent'>> = { 'for-sale': 'sale', 'for-rent': 'rent' };

/** The path that a link leads to, with its last slash. */
const pathIn = (link: string): string => (link.split(/[?#]/, 1)[0] ?? '').replace(/\/?$/, '/');

/** Whether a URL of this site, such as /nl/te-koop/gent/, leads to a page; only its path counts. */
export function pathExists(link: string, site: Site): boolean {
  const url = new URL(link, 'http://site');
  const path = url.pathname.replace(/\/?$/, '/');
  if (path === '/' || path.startsWith('/media/') || path.startsWith('/api/')) return true;
  const language = languageOfPath(path, { defaultLanguage: site.defaultLanguage, enabledLanguages: site.languages });
  if (!language)
    return (
      unprefixed(url, site, site.defaultLanguage) !== null ||
      /\.(txt|xml|svg)\/$/.test(path) ||
      /^\/(health|live)z\/$/.test(path)
    );
  const row = site.paths.rowAt(path);
  if (row && row.rest.length === 0) return true;
  const goal = row ? GOALS[row.name] : undefined;
  const [first = '', , third = ''] = row?.rest ?? [];
  if (goal && row?.rest.length === 1)
    return [...site.towns, ...site.propertyTypes].some(({ slug }) => localized(slug, language) === first);
  if (goal && row?.rest.length === 3) return site.listing(Number(third)) !== null;
  if (row?.name === 'projects' && row.rest.length === 3) return site.projects.some(({ ID }) => String(ID) === third);
  if (row?.name === 'about' && row.rest.length === 1 && site.members.some(({ id }) => id === first)) return true;
  if (row?.name === 'contact-demand' && row.rest.length === 1)
    return site.towns.some((town) => sellingPath(site, town, language) === path);
  if (row?.name === 'testimonials' && row.rest.length === 1)
    return site.testimonials.some(({ n }) => first === `testimonial-${n}`);
  return site.pages.some((page) => page.status === 'Published' && site.pagePath(page, language) === path);
}

const LINK_FIELDS = new Set(['link', 'href', 'redirectUrl']);
const IN_MARKDOWN = /\]\((\/[^)\s]*)/g;

/** Reports links, redirects and route names that lead nowhere on this site. */
export function checkLinks(content: Content, site: Site): ContentProblem[] {
  const report = foundWith(content.settings.checks.links, 'link');
  const problems: ContentProblem[] = [];
  const isOff = (key: unknown) =>
    typeof key === 'string' && /^([a-z]{2}|[A-Z]{2})$/.test(key) && !site.languages.includes(key.toLowerCase());
  // Texts in a language that is switched off are not shown.
  for (const [file, thing] of thingsOf(content))
    for (const { link, path } of remembered(memory, recordOf(thing), [], () => linksIn(thing)))
      if (!isOff(path.at(-1)) && !pathExists(link, site))
        problems.push(
          ...report({
            file,
            field: fieldOf(path),
            path,
            found: shown(link),
            allowed: 'no page of this site has this path',
          }),
        );
  return [
    ...problems,
    ...routeNames(content),
    ...goneReferences(content),
    ...redirectCircles(content, site),
    ...lonelyPages(content, site),
  ];
}

/** Reports published pages to which no menu, no parent, no footer and no text leads. */
function lonelyPages(content: Content, site: Site): ContentProblem[] {
  const linked = new Set(
    thingsOf(content).flatMap(([, thing]) =>
      remembered(memory, recordOf(thing), [], () => linksIn(thing)).map(({ link }) => pathIn(link)),
    ),
  );
  const named = new Set(content.settings.footer.columns.flatMap(({ links }) => links.map(({ page }) => page)));
  const idsIn = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap(({ id, children }) => [id, ...idsIn(children)]);
  const inMenu = new Set(site.languages.flatMap((language) => idsIn(site.menu(language))));
  return site.pages
    .filter(({ status, route, params }) => status === 'Published' && !route && !params.redirect)
    .filter(({ id, parentId }) => !inMenu.has(id) && !named.has(id) && !site.page({ id: parentId ?? '' }))
    .filter((page) => !site.languages.some((language) => linked.has(site.pagePath(page, language) ?? '')))
    .flatMap(({ id }) =>
      foundWith(
        'warn',
        'link',
      )({
        file: `menu/${id}.json`,
        field: 'inMenu',
        found: shown(false),
        allowed: 'nothing leads to this page: show it in the menu, give it a parent or link to it in a text',
      }),
    );
}

interface FoundLink {
  link: string;
  path: readonly (string | number)[];
}

const memory: Memory<FoundLink[]> = new WeakMap();

/** The links to this site in a thing. */
function linksIn(thing: unknown): FoundLink[] {
  const found: FoundLink[] = [];
  walk(thing, (value, path) => {
    if (typeof value !== 'string') return undefined;
    const isLink = LINK_FIELDS.has(String(path.at(-1))) && value.startsWith('/');
    const links = isLink
      ? [value]
      : value.includes('](/')
        ? [...value.matchAll(IN_MARKDOWN)].map(([, link = '']) => link)
        : [];
    found.push(...links.map((link) => ({ link, path })));
    return undefined;
  });
  return found;
}

/** Reports unknown routes and pages that the header, footer and articles name. */
function routeNames({ settings, routes, pages, articles }: Content): ContentProblem[] {
  const rows = routes.map(({ name }) => name);
  const ids = pages.map(({ id }) => id);
  const report = foundWith('error', 'reference');
  const named = (file: string, field: string, name: string | undefined, known: string[], allowed: string) =>
    name === undefined || known.includes(name)
      ? []
      : report({ file, field, found: shown(name), allowed, meant: nearest(name, known) });
  const row = (file: string, field: string, name: string | undefined) =>
    named(file, field, name, rows, 'name a row of routes.json');
  const { header, footer } = settings;
  return [
    ...header.topBarLeft.flatMap(({ route }, at) => row('settings/header.json', `topBarLeft[${at}].route`, route)),
    ...header.topBarRight.flatMap(({ route }, at) => row('settings/header.json', `topBarRight[${at}].route`, route)),
    ...footer.columns.flatMap(({ links }, column) =>
      links.flatMap(({ route, page }, at) => [
        ...row('settings/footer.json', `columns[${column}].links[${at}].route`, route),
        ...named('settings/footer.json', `columns[${column}].links[${at}].page`, page, ids, 'name a file in menu/'),
      ]),
    ),
    ...footer.legalLinks.flatMap((name, at) => row('settings/footer.json', `legalLinks[${at}]`, name)),
    ...articles.flatMap(({ id, link }) => row(`articles/${id}.json`, 'link.route', link?.route)),
  ];
}

/** Reports a project and properties that are named and not there any more; the page does without them. */
function goneReferences({ settings, projects, properties, testimonials }: Content): ContentProblem[] {
  const report = foundWith('warn', 'reference');
  const named = (file: string, field: string, id: number | undefined, { of, without }: Gone) =>
    id === undefined || of.some(({ ID }) => ID === id)
      ? []
      : report({ file, field, found: shown(id), allowed: `it does not exist (any more); ${without}` });
  return [
    ...named('settings/homepage.json', 'highlightProject', settings.homepage.highlightProject, {
      of: projects,
      without: 'no project stands beside the banner',
    }),
    ...testimonials.flatMap(({ n, property }) =>
      named(`testimonials/testimonial-${n}.json`, 'property', property, {
        of: properties,
        without: 'the testimonial stands without a photograph',
      }),
    ),
  ];
}

/** What a reference can name, and what its page is without it. */
interface Gone {
  of: readonly { ID: number }[];
  without: string;
}

/** Reports menu entries that redirect to themselves, directly or through others. */
function redirectCircles(content: Content, site: Site): ContentProblem[] {
  const targets = new Map<string, { id: string; to: string }>();
  for (const page of content.pages) {
    if (!page.params.redirect || !page.params.redirectUrl) continue;
    for (const language of site.languages) {
      const own = site.pagePath(page, language);
      if (own) targets.set(own, { id: page.id, to: pathIn(page.params.redirectUrl) });
    }
  }
  const inCircle = new Set<string>();
  for (const start of targets.keys()) {
    let at = start;
    for (let steps = 0; steps <= targets.size; steps += 1) {
      const next = targets.get(at);
      if (!next) break;
      if (next.to === start) inCircle.add(targets.get(start)?.id ?? '');
      at = next.to;
    }
  }
  return [...inCircle].flatMap((id) =>
    foundWith(
      'error',
      'link',
    )({
      file: `menu/${id}.json`,
      field: 'params.redirectUrl',
      found: shown(content.pages.find((page) => page.id === id)?.params.redirectUrl),
      allowed: 'this redirect leads back to itself; name another URL',
    }),
  );
}
