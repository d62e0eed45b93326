import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { filtersOf, type ListAt, listAt } from '../content/site/list-at.ts';
import { nearPath } from '../content/site/near-path.ts';
import type { Site } from '../content/site/site.ts';
import { unprefixed } from '../content/site/unprefixed.ts';
import { BRAND_PATH } from '../features/brand/brand-files.server.ts';
import { isAboutGoal } from '../features/form/form.ts';
import { formNamed } from '../features/lead/forms.ts';
import { FILTER_KEYS, NOT_SEARCHED_KEYS } from '../features/listing/listing-query.ts';
import { MAP_FRAME } from '../features/map/map-message.ts';
import type { Listing } from '../features/property/listing.ts';
import { type Language, languageOfPath, negotiatedLanguage } from '../i18n/languages.ts';
import { cookieOf } from '../platform/http/cookies.ts';
import { MAP_FRAME_HEADERS, NO_PAGE_POLICY } from '../platform/http/policy.ts';
import type { FormRequest } from './form-pages.ts';

/** How a request is handled. */
export type Decision =
  | { kind: 'refuse'; status: number; message: string; allow?: string }
  | { kind: 'alive' }
  | { kind: 'health' }
  | { kind: 'live' }
  | { kind: 'media'; url: URL }
  | { kind: 'card'; language: Language; id: number; v: string | null }
  | { kind: 'brand'; path: string; v: string | null }
  | { kind: 'code'; path: string; language: Language }
  | { kind: 'redirect'; status: 301 | 302; to: string; headers?: Record<string, string> }
  | { kind: 'file'; inner: string; requestPath: string; language: Language; headers?: Record<string, string> }
  | ({ kind: 'form' } & FormRequest)
  | { kind: 'on-demand'; inner: string; requestPath: string; language: Language };

const PRIVATE = { Vary: 'Accept-Encoding, Cookie, Accept-Language', 'Cache-Control': 'private, no-cache' };

/** Decides how a request is handled, by its method, URL and headers alone. */
export function decide(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  site: Site,
  isFromHere: boolean,
): Decision {
  const raw = request.url ?? '/';
  const url = safeUrl(raw);
  if (!url) return { kind: 'refuse', status: 400, message: 'This URL cannot be read' };
  const { pathname } = url;
  if (pathname === '/livez') return { kind: 'alive' };
  if (pathname === '/healthz') return { kind: 'health' };
  if (pathname.startsWith('/media/')) return { kind: 'media', url };
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const action = request.method === 'POST' ? formActionOf(url, site) : null;
  if (!reads && !action && !(request.method === 'POST' && pathname.startsWith('/api/')))
    return { kind: 'refuse', status: 405, message: 'This URL accepts GET and HEAD only', allow: 'GET, HEAD' };

  // A view reported by another site is not counted, and the reporting page gets no error.
  if (!reads && !isFromHere && pathname === '/api/views') return { kind: 'refuse', status: 204, message: '' };
  // A mail program that unsubscribes with one click (RFC 8058) sends no origin; the token is the authority.
  // A CRM signs its webhooks.
  if (!reads && !isFromHere && !pathname.startsWith('/api/m/') && !pathname.startsWith('/api/crm/'))
    return { kind: 'refuse', status: 403, message: 'This request does not come from a page of this site' };

  const settings = { defaultLanguage: site.defaultLanguage, enabledLanguages: site.languages };
  const preferred = () =>
    negotiatedLanguage(
      { remembered: cookieOf(request.headers.cookie, 'lang'), accepted: new Negotiator(request).languages() },
      settings,
    );
  const card = /^\/card\/([a-z]{2})\/(\d{1,12})\.jpg$/.exec(pathname);
  if (card && site.languages.includes(card[1] ?? ''))
    return { kind: 'card', language: card[1] ?? '', id: Number(card[2]), v: url.searchParams.get('v') };
  // Browsers request icons also where a page names none, such as beside a picture.
  if (BRAND_PATH.test(pathname)) return { kind: 'brand', path: pathname, v: url.searchParams.get('v') };
  const language = languageOfPath(pathname, settings);
  const requestPath = pathname + url.search;
  // What can be printed is below the page of their property.
  const [, printed = '', sheet] = /^\/([a-z]{2})\/.*\/(\d{1,12}\/[a-z]+(?:-a[34])?)\.pdf$/.exec(pathname) ?? [];
  if (sheet && site.languages.includes(printed))
    return { kind: 'on-demand', inner: `/_print/${printed}/${sheet}/`, requestPath, language: printed };
  // The code on a printed page leads back to the page.
  const [, coded] = /^(\/[a-z]{2}\/(?:.+\/)?)qr\.svg$/.exec(pathname) ?? [];
  if (coded && language) return { kind: 'code', path: coded + url.search, language };
  if (action) return { kind: 'on-demand', inner: `${action}/`, requestPath, language: language ?? preferred() };
  if (pathname === '/') {
    const chosen = preferred();
    return { kind: 'file', inner: `/${chosen}/`, requestPath, language: chosen, headers: PRIVATE };
  }
  // Astro's routes end in a slash; clients call the API without one.
  if (pathname.startsWith('/api/'))
    return {
      kind: 'on-demand',
      inner: `${pathname.replace(/\/?$/, '/')}${url.search}`,
      requestPath,
      language: preferred(),
    };
  if (pathname.startsWith('/_') && !pathname.startsWith('/_astro/')) return missing(requestPath, preferred());
  if (pathname === MAP_FRAME)
    return { kind: 'file', inner: pathname, requestPath, language: preferred(), headers: MAP_FRAME_HEADERS };
  // A page fragment that pages fetch when a visitor has not made a consent choice yet.
  if (pathname.startsWith('/consent/')) {
    const headers = { 'X-Robots-Tag': 'noindex', 'Content-Security-Policy': NO_PAGE_POLICY };
    return { kind: 'file', inner: pathname, requestPath, language: preferred(), headers };
  }
  if (!language) {
    const [, id = ''] = /^\/property\/(\d{1,12})\/?$/.exec(pathname) ?? [];
    if (id && !site.listing(Number(id)))
      return { kind: 'on-demand', inner: `/_gone/${Number(id)}/`, requestPath, language: preferred() };
    const near = nearPath(pathname, site, preferred());
    const to = unprefixed(url, site, preferred()) ?? (near && near + url.search);
    if (to) return { kind: 'redirect', status: 302, to, headers: PRIVATE };
    return /\.[a-z0-9]+$/.test(pathname)
      ? { kind: 'file', inner: pathname, requestPath, language: preferred() }
      : missing(requestPath, preferred());
  }
  // The file of a page must not be a second URL of that page.
  if (pathname.endsWith('/index.html'))
    return { kind: 'redirect', status: 301, to: `${pathname.slice(0, -'index.html'.length)}${url.search}` };
  if (!pathname.endsWith('/') && !/\.[a-z0-9]+$/i.test(pathname))
    return { kind: 'redirect', status: 301, to: `${pathname}/${url.search}` };
  return inLanguage(url, site, language) ?? { kind: 'file', inner: pathname, requestPath, language };
}

/** Handles filtered lists, and properties and projects under a URL other than their own. */
function inLanguage(url: URL, site: Site, language: Language): Decision | null {
  const requestPath = url.pathname + url.search;
  const target = site.redirectAt(url.pathname);
  if (target) return { kind: 'redirect', status: 302, to: target };
  const row = site.paths.rowAt(url.pathname);
  if (!row) return null;
  const form = row.rest.length === 0 ? formNamed(site.routes.find(({ name }) => name === row.name)?.form ?? '') : null;
  if (form) {
    const asked = listingOf(url, site);
    // A form without the property that it needs leads to where one is chosen.
    if (form.onlyGoal && !(asked && isAboutGoal(form, asked))) {
      const to = asked ? site.listingPath(asked, language) : site.listPath(form.onlyGoal, language);
      return { kind: 'redirect', status: 302, to };
    }
    return { kind: 'form', form, path: site.paths.find(row.name, language) ?? url.pathname, requestPath, language };
  }
  const list = listAt(site, url.pathname);
  if (list) return listDecision(url, site, list, language);
  const goal = row.name === 'for-sale' ? 'sale' : row.name === 'for-rent' ? 'rent' : null;
  if (row.rest.length !== 3 || (!goal && row.name !== 'projects')) return null;
  const id = /^\d{1,12}$/.test(row.rest[2] ?? '') ? Number(row.rest[2]) : -1;
  const listing = goal ? site.listing(id) : null;
  // The properties table knows whether this property was ever online.
  if (goal && id > 0 && !listing) return { kind: 'on-demand', inner: `/_gone/${id}/`, requestPath, language };
  const project = goal ? null : site.projects.find(({ ID }) => ID === id);
  const own = listing ? site.listingPath(listing, language) : project ? site.projectPath(project, language) : null;
  // The title may change back, so no browser keeps it.
  const headers = { 'Cache-Control': 'no-cache' };
  return own && own !== url.pathname ? { kind: 'redirect', status: 301, to: own + url.search, headers } : null;
}

/** The property that a form is opened for; null for none. */
function listingOf(url: URL, site: Site): Listing | null {
  const asked = url.searchParams.get('property') ?? '';
  return /^\d{1,12}$/.test(asked) ? site.listing(Number(asked)) : null;
}

/** Keys that change the order or the part of a list that is shown, and not what is in it. */
const isFilter = (key: string) => FILTER_KEYS.includes(key as 'city') && !NOT_SEARCHED_KEYS.includes(key as 'page');

/**
 * A list without a query is a file, unless its town has none today. With another page or order it is made on demand.
 * The filters of a town or a type are those of the whole list, with that town or type among them.
 */
function listDecision(url: URL, site: Site, list: ListAt, language: Language): Decision | null {
  const { goal } = list;
  const keys = [...url.searchParams.keys()];
  const whole = site.listPath(goal, language);
  const onDemand = { kind: 'on-demand', inner: `/_list/${language}/${goal}/`, language } as const;
  if ((list.of || list.empty) && keys.some(isFilter)) {
    const own = filtersOf(list, language).filter(([key]) => !url.searchParams.get(key));
    return { kind: 'redirect', status: 302, to: `${whole}?${new URLSearchParams([...own, ...url.searchParams])}` };
  }
  if (list.empty) return { ...onDemand, requestPath: `${whole}?${new URLSearchParams(filtersOf(list, language))}` };
  return keys.some((key) => FILTER_KEYS.includes(key as 'page'))
    ? { ...onDemand, requestPath: url.pathname + url.search }
    : null;
}

/** The endpoints of the pages before the portal: without a token in the URL, and with one. */
const LOGIN_ACTIONS: Readonly<Record<string, readonly [string, string]>> = {
  login: ['login', 'login'],
  'login-password': ['ask-password', 'password'],
  'login-link': ['ask-link', 'link'],
};

/** The endpoint of the form on a page, so that what it refuses is shown at the URL of that page; null for others. */
function formActionOf({ pathname, searchParams }: URL, site: Site): string | null {
  const found = site.paths.rowAt(pathname);
  if (!found || found.rest.length > 0) return null;
  const form = site.routes.find(({ name }) => name === found.name)?.form;
  if (form) return `/api/forms/${form}`;
  const actions = Object.hasOwn(LOGIN_ACTIONS, found.name) ? LOGIN_ACTIONS[found.name] : null;
  return actions ? `/api/owner/${actions[searchParams.has('token') ? 1 : 0]}` : null;
}

const missing = (requestPath: string, language: Language): Decision => ({
  kind: 'on-demand',
  inner: '/_not-found/',
  requestPath,
  language,
});

/** The URL of a request; null for a path that could leave this site or its folder. */
function safeUrl(raw: string): URL | null {
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.length > 4096 || raw.includes('\\')) return null;
  try {
    const url = new URL(raw, 'http://localhost');
    const path = decodeURIComponent(url.pathname);
    const hostile =
      path.includes('//') ||
      path.includes('\\') ||
      /%(2f|5c|00)/i.test(url.pathname) ||
      [...path].some((sign) => sign < ' ' || sign === '\u007f');
    return hostile ? null : url;
  } catch {
    return null;
  }
}
