import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { listAt, nearPath, unprefixed } from '../content/site/paths.ts';
import type { Site } from '../content/site/site.ts';
import { BRAND_PATH } from '../features/brand/brand-files.server.ts';
import { isAboutGoal } from '../features/form/form.ts';
import { formNamed } from '../features/lead/forms.ts';
import { MAP_FRAME } from '../features/map/map-message.ts';
import type { Listing } from '../features/property/listing.ts';
import { CARD_PATH } from '../features/seo/card.server.ts';
import { redirectFor } from '../features/seo/redirects.ts';
import { STUDIO_STREAMS, type StudioStreamName } from '../features/staff/rights.ts';
import { studioPlace } from '../features/staff/studio-place.server.ts';
import { type SearchedPage, searchedPage } from '../features/statistics/searches.server.ts';
import { type Language, languageOfPath, negotiatedLanguage } from '../i18n/languages.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { cookieOf } from '../platform/http/cookies.ts';
import { comesFromHere, MAP_FRAME_HEADERS, NO_PAGE_POLICY } from '../platform/http/policy.server.ts';
import { keysOf } from '../platform/values/values.ts';
import type { FormRequest } from './form-pages.ts';
import { directList, listDecision, MAY_CHANGE } from './list-request.ts';
import type { AppServices } from './services.ts';

type Settings = Pick<Environment, 'siteUrl' | 'siteUrlGiven' | 'studioUrl'>;

const FILES = /^\/(?:_astro\/|media\/|brand\/|favicon\.|apple-touch-icon\.|icon-|site\.webmanifest)/;
const STREAMS = keysOf(STUDIO_STREAMS);
const STUDIO = /^\/studio(?:\/|$)/;

/** The parts of a request by which it is decided. */
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Decides how a request is handled, by its method, URL and headers alone. No other place reads them for a decision.
 */
export function decide(request: Asked, site: Site, settings: Settings): Decision {
  const raw = request.url ?? '/';
  const plain = raw.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/'));
  if (plain !== raw && request.method === 'GET' && safeUrl(plain)) return { kind: 'redirect', status: 301, to: plain };
  const url = safeUrl(raw);
  if (!url) return { kind: 'refuse', status: 400, message: 'This URL cannot be read' };
  return studioDecision(request, url, site, settings) ?? siteDecision(request, url, site, settings);
}

/**
 * What a request to the studio leads to; null for any other request. On a host of its own the studio has nothing but
 * its pages and the files that they use.
 */
function studioDecision(request: Asked, url: URL, site: Site, settings: Settings): Decision | null {
  const place = studioPlace(settings, site.settings.tracking);
  const isOwnHost =
    place === 'own' && settings.studioUrl !== null && request.headers.host === new URL(settings.studioUrl).host;
  if (!isOwnHost && (place !== 'public' || !STUDIO.test(url.pathname))) return null;
  if (isOwnHost && FILES.test(url.pathname)) return null;
  const { pathname, search } = url;
  if (isOwnHost && pathname === '/') return { kind: 'redirect', status: 302, to: '/studio/' };
  if (!STUDIO.test(pathname)) return { kind: 'refuse', status: 404, message: 'Not found' };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isAction = request.method === 'POST' && pathname.startsWith('/studio/do/');
  if (!isRead && !isAction)
    return { kind: 'refuse', status: 405, message: 'This URL accepts GET and HEAD only', allow: 'GET, HEAD' };
  const origin = isOwnHost && settings.studioUrl ? settings.studioUrl : settings.siteUrl;
  if (isAction && !comesFromHere(request, origin, isOwnHost || settings.siteUrlGiven))
    return { kind: 'refuse', status: 403, message: 'This request does not come from a page of the studio' };
  if (!pathname.endsWith('/') && !/\.[a-z]+$/.test(pathname))
    return { kind: 'redirect', status: 301, to: `${pathname}/${search}` };
  const stream = STREAMS.find((name) => pathname === `/studio/${name}/`);
  if (stream) {
    // A page of the public host is of the same site: its script gets the cookie sent along, and no connection.
    const from = request.headers['sec-fetch-site'];
    return from === undefined || from === 'same-origin'
      ? { kind: 'live', stream, query: url.searchParams }
      : { kind: 'refuse', status: 403, message: 'This request does not come from a page of the studio' };
  }
  const language = negotiatedLanguage(
    { remembered: cookieOf(request.headers.cookie, 'lang'), accepted: new Negotiator(request).languages() },
    { defaultLanguage: site.defaultLanguage, enabledLanguages: site.languages },
  );
  const inner = pathname.replace(/^\/studio/, '/_studio').replace(/\/?$/, '/');
  return { kind: 'on-demand', inner: inner + search, requestPath: pathname + search, language };
}

interface Parts {
  site: Site;
  services: Pick<AppServices, 'searches' | 'ipAddressOf'>;
  log: { error(facts: object, message: string): void };
}

/** Whether the server makes a filtered list at this internal path. */
export const isListPath = (inner: string): boolean => inner.startsWith('/_list/');

const MOST_KEPT = 2000;
const LONGEST_KEPT = 500;

/** Hands the searches of visitors to the counter, after each response: no visitor waits for it. */
export interface SearchCounts {
  /** Counts a filtered list or a page of the search text once its response has been sent. */
  onDemand(
    request: IncomingMessage,
    response: ServerResponse,
    wanted: Readonly<Record<'inner' | 'requestPath', string>>,
  ): void;
  /** What the prerendered list at a path searches; null for another file. */
  ofFile(path: string): SearchedPage | null;
  /** Counts a prerendered list that has been sent. */
  file(request: IncomingMessage, response: ServerResponse, page: SearchedPage | null): void;
}

/** Opens the counts of one version. */
export function openSearchCounts({ site, services, log }: Parts): SearchCounts {
  const searchPages = new Set(site.languages.map((language) => site.paths.to('search', language)));
  const known = new LRUCache<string, SearchedPage>({ max: MOST_KEPT });
  const pageAt = (requestPath: string): SearchedPage => {
    const found = known.get(requestPath) ?? searchedPage(site, requestPath);
    if (requestPath.length < LONGEST_KEPT) known.set(requestPath, found);
    return found;
  };
  const see = (request: IncomingMessage, ipAddress: string, page: SearchedPage) => {
    const headers = { get: (name: string) => [request.headers[name] ?? []].flat()[0] ?? null };
    services.searches.see({ page, ipAddress, headers });
  };
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a search could not be counted');
    }
  };
  return {
    onDemand(request, response, { inner, requestPath }) {
      if (!services.searches.isOn || request.method !== 'GET' || !(isListPath(inner) || searchPages.has(inner))) return;
      // A closed connection has no address any more.
      const ipAddress = services.ipAddressOf(request);
      response.once('finish', () => {
        // A redirect leads to the list that is counted.
        if (response.statusCode === 200) guarded(() => see(request, ipAddress, pageAt(requestPath)));
      });
    },
    ofFile(path) {
      if (!path.endsWith('/') || !services.searches.isOn) return null;
      const page = searchedPage(site, path);
      return page.kinds.length > 0 ? page : null;
    },
    file(request, response, page) {
      if (!page || request.method !== 'GET' || (response.statusCode !== 200 && response.statusCode !== 304)) return;
      guarded(() => see(request, services.ipAddressOf(request), page));
    },
  };
}

/** How a request is handled. */
export type Decision =
  | { kind: 'refuse'; status: number; message: string; allow?: string }
  | { kind: 'alive' }
  | { kind: 'health' }
  | { kind: 'live'; stream: StudioStreamName; query: URLSearchParams }
  | { kind: 'media'; url: URL }
  | { kind: 'card'; language: Language; name: string; v: string | null }
  | { kind: 'brand'; path: string; v: string | null }
  | { kind: 'code'; path: string; language: Language }
  | { kind: 'redirect'; status: 301 | 302; to: string; headers?: Record<string, string> }
  | { kind: 'file'; inner: string; requestPath: string; language: Language; headers?: Record<string, string> }
  | ({ kind: 'form' } & FormRequest)
  | { kind: 'on-demand'; inner: string; requestPath: string; language: Language };

const PRIVATE = { Vary: 'Accept-Encoding, Cookie, Accept-Language', 'Cache-Control': 'private, no-cache' };

/** What a request to the site leads to. */
function siteDecision(request: Asked, url: URL, site: Site, settings: Settings): Decision {
  const { pathname } = url;
  if (pathname === '/livez') return { kind: 'alive' };
  if (pathname === '/healthz') return { kind: 'health' };
  if (pathname.startsWith('/media/')) return { kind: 'media', url };
  const action = request.method === 'POST' ? formActionOf(url, site) : null;
  const refused = refusedMethod(request, url, action !== null, settings);
  if (refused) return refused;
  const languages = { defaultLanguage: site.defaultLanguage, enabledLanguages: site.languages };
  const preferred = () => {
    const accepted = new Negotiator(request).languages();
    return negotiatedLanguage({ remembered: cookieOf(request.headers.cookie, 'lang'), accepted }, languages);
  };
  const language = languageOfPath(pathname, languages);
  const requestPath = pathname + url.search;
  const drawn = drawnFor(url, site, language);
  if (drawn) return drawn;
  if (action) return { kind: 'on-demand', inner: `${action}/`, requestPath, language: language ?? preferred() };
  return language ? pageIn(url, site, language) : withoutLanguage(url, site, preferred());
}

/**
 * Refuses a method that a URL does not accept, and a request that changes something without coming from a page of this
 * site; null for what may go on.
 */
function refusedMethod(
  request: Asked,
  { pathname }: URL,
  isAction: boolean,
  { siteUrl, siteUrlGiven }: Settings,
): Decision | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  if (!isAction && !(request.method === 'POST' && pathname.startsWith('/api/')))
    return { kind: 'refuse', status: 405, message: 'This URL accepts GET and HEAD only', allow: 'GET, HEAD' };
  // A mail program that unsubscribes with one click (RFC 8058) sends no origin; the token is the authority.
  // A CRM signs its webhooks; a mail service shows its password.
  if (/^\/api\/(?:m\/|crm\/|inbound-mail\/?$)/.test(pathname)) return null;
  if (comesFromHere(request, siteUrl, siteUrlGiven)) return null;
  // A view reported by another site is not counted, and the reporting page gets no error.
  if (pathname === '/api/views') return { kind: 'refuse', status: 204, message: '' };
  return { kind: 'refuse', status: 403, message: 'This request does not come from a page of this site' };
}

/** What is drawn: social cards, logos and icons, PDF files and codes of printed pages. */
function drawnFor(url: URL, site: Site, language: Language | null): Decision | null {
  const { pathname } = url;
  const [, cardLanguage = '', card = ''] = CARD_PATH.exec(pathname) ?? [];
  if (site.languages.includes(cardLanguage))
    return { kind: 'card', language: cardLanguage, name: card, v: url.searchParams.get('v') };
  // Browsers request icons also where a page names none, such as beside a picture.
  if (BRAND_PATH.test(pathname)) return { kind: 'brand', path: pathname, v: url.searchParams.get('v') };
  // What can be printed is below the page of their property.
  const [, printed = '', sheet] = /^\/([a-z]{2})\/.*\/(\d{1,12}\/[a-z]+(?:-a[34])?)\.pdf$/.exec(pathname) ?? [];
  const requestPath = pathname + url.search;
  if (sheet && site.languages.includes(printed))
    return { kind: 'on-demand', inner: `/_print/${printed}/${sheet}/`, requestPath, language: printed };
  // The code on a printed page leads back to the page.
  const [, coded] = /^(\/[a-z]{2}\/(?:.+\/)?)qr\.svg$/.exec(pathname) ?? [];
  return coded && language ? { kind: 'code', path: coded + url.search, language } : null;
}

/** Where the table of old addresses leads an address without a page; null where it says nothing, or that it is gone. */
export const movedTo = ({ settings }: Pick<Site, 'settings'>, address: string): string | null =>
  redirectFor(settings.redirects.redirects, address)?.to ?? null;

/** An address that names no language. */
function withoutLanguage(url: URL, site: Site, language: Language): Decision {
  const { pathname } = url;
  const requestPath = pathname + url.search;
  if (pathname === '/') return { kind: 'file', inner: `/${language}/`, requestPath, language, headers: PRIVATE };
  // Astro's routes end in a slash; clients call the API without one.
  if (pathname.startsWith('/api/')) {
    const inner = `${pathname.replace(/\/?$/, '/')}${url.search}`;
    return { kind: 'on-demand', inner, requestPath, language };
  }
  if (pathname.startsWith('/_') && !pathname.startsWith('/_astro/')) return missing(requestPath, language);
  if (pathname === MAP_FRAME)
    return { kind: 'file', inner: pathname, requestPath, language, headers: MAP_FRAME_HEADERS };
  // Fragments that pages fetch: the question about consent, and the dialog of a 360° photograph.
  if (/^\/(consent|panorama)\//.test(pathname)) {
    const headers = { 'X-Robots-Tag': 'noindex', 'Content-Security-Policy': NO_PAGE_POLICY };
    return { kind: 'file', inner: pathname, requestPath, language, headers };
  }
  const [, id = ''] = /^\/property\/(\d{1,12})\/?$/.exec(pathname) ?? [];
  if (id && !site.listing(Number(id)))
    return { kind: 'on-demand', inner: `/_gone/${Number(id)}/`, requestPath, language };
  // Where people and some tools look first.
  if (pathname === '/sitemap.xml') return { kind: 'redirect', status: 301, to: '/sitemap-index.xml' };
  const known = directList(unprefixed(url, site, language), site, language);
  const moved = known ? null : movedTo(site, requestPath);
  if (moved) return { kind: 'redirect', status: 301, to: moved, headers: MAY_CHANGE };
  const near = nearPath(pathname, site, language);
  const to = known ?? directList(near && near + url.search, site, language);
  const isNamed = site.languages.some((code) => pathname.toLowerCase().startsWith(`/${code}/`));
  if (to && isNamed) return { kind: 'redirect', status: 301, to, headers: MAY_CHANGE };
  if (to) return { kind: 'redirect', status: 302, to, headers: PRIVATE };
  return /\.[a-z0-9]+$/.test(pathname)
    ? { kind: 'file', inner: pathname, requestPath, language }
    : missing(requestPath, language);
}

/** An address below a language. */
function pageIn(url: URL, site: Site, language: Language): Decision {
  const { pathname, search } = url;
  // The file of a page must not be a second URL of that page.
  if (pathname.endsWith('/index.html'))
    return { kind: 'redirect', status: 301, to: `${pathname.slice(0, -'index.html'.length)}${search}` };
  if (!pathname.endsWith('/') && !/\.[a-z0-9]+$/i.test(pathname))
    return { kind: 'redirect', status: 301, to: `${pathname}/${search}` };
  return inLanguage(url, site, language) ?? { kind: 'file', inner: pathname, requestPath: pathname + search, language };
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
    const path = site.paths.find(row.name, language) ?? url.pathname;
    return { kind: 'form', form, path, requestPath, query: url.searchParams, language };
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
  return own && own !== url.pathname
    ? { kind: 'redirect', status: 301, to: own + url.search, headers: MAY_CHANGE }
    : null;
}

/** The property that a form is opened for; null for none. */
function listingOf(url: URL, site: Site): Listing | null {
  const asked = url.searchParams.get('property') ?? '';
  return /^\d{1,12}$/.test(asked) ? site.listing(Number(asked)) : null;
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

/** Whose session a page or action reads, by the path that the visitor requested. */
export function sessionOf(requestPath: string, site: Pick<Site, 'paths'>): 'owner' | 'staff' | null {
  const [path = ''] = requestPath.split('?');
  if (path.startsWith('/studio/')) return 'staff';
  const plain = decodedPath(path);
  const name = site.paths.rowAt(plain)?.name ?? '';
  return /^(login|owner)(-|$)|^viewing-feedback$/.test(name) || /^\/api\/owner(\/|$)/.test(plain) ? 'owner' : null;
}

/** A path without percent-encoding, as the routes read it. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
