import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import type { Site } from '../content/site/site.ts';
import { STUDIO_STREAMS } from '../features/staff/roles.ts';
import { studioPlace } from '../features/staff/studio-place.server.ts';
import { negotiatedLanguage } from '../i18n/languages.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { cookieOf } from '../platform/http/cookies.ts';
import { comesFromHere } from '../platform/http/policy.ts';
import { type Decision, decide } from './decide.ts';

type Settings = Pick<Environment, 'siteUrl' | 'siteUrlGiven' | 'studioUrl'>;

const FILES = /^\/(?:_astro\/|media\/|brand\/|favicon\.|apple-touch-icon\.|icon-|site\.webmanifest)/;
const STREAMS = Object.keys(STUDIO_STREAMS).map((name) => `/studio/${name}/`);
const STUDIO = /^\/studio(?:\/|$)/;

/**
 * What a request to the studio leads to: `pass` for any other request, which the site handles. On a host of
 * its own the studio has nothing but its pages and the files that they use.
 */
function studioDecision(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  site: Site,
  settings: Settings,
): Decision | 'pass' {
  const raw = request.url ?? '/';
  const place = studioPlace(settings, site.settings.tracking);
  const isOwnHost = place === 'own' && request.headers.host === new URL(settings.studioUrl!).host;
  if (!isOwnHost && (place !== 'public' || !STUDIO.test(raw))) return 'pass';
  if (isOwnHost && FILES.test(raw)) return 'pass';
  const url = URL.canParse(raw, 'http://localhost') ? new URL(raw, 'http://localhost') : null;
  if (!url || raw.startsWith('//') || raw.length > 4096 || /%(2f|5c|00)/i.test(url.pathname))
    return { kind: 'refuse', status: 400, message: 'This URL cannot be read' };
  const { pathname, search } = url;
  if (isOwnHost && pathname === '/') return { kind: 'redirect', status: 302, to: '/studio/' };
  if (!STUDIO.test(pathname)) return { kind: 'refuse', status: 404, message: 'Not found' };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isAction = request.method === 'POST' && pathname.startsWith('/studio/do/');
  if (!isRead && !isAction)
    return { kind: 'refuse', status: 405, message: 'This URL accepts GET and HEAD only', allow: 'GET, HEAD' };
  const origin = isOwnHost ? settings.studioUrl! : settings.siteUrl;
  if (isAction && !comesFromHere(request, origin, isOwnHost || settings.siteUrlGiven))
    return { kind: 'refuse', status: 403, message: 'This request does not come from a page of the studio' };
  if (!pathname.endsWith('/') && !/\.[a-z]+$/.test(pathname))
    return { kind: 'redirect', status: 301, to: `${pathname}/${search}` };
  if (STREAMS.includes(pathname)) {
    // A page of the public host is of the same site: its script gets the cookie sent along, and no connection.
    const from = request.headers['sec-fetch-site'];
    return from === undefined || from === 'same-origin'
      ? { kind: 'live' }
      : { kind: 'refuse', status: 403, message: 'This request does not come from a page of the studio' };
  }
  const language = negotiatedLanguage(
    { remembered: cookieOf(request.headers.cookie, 'lang'), accepted: new Negotiator(request).languages() },
    { defaultLanguage: site.defaultLanguage, enabledLanguages: site.languages },
  );
  const inner = pathname.replace(/^\/studio/, '/_studio').replace(/\/?$/, '/');
  return { kind: 'on-demand', inner: inner + search, requestPath: pathname + search, language };
}

/** Decides how a request is handled, by the site or by the studio. */
export function decideAll(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  site: Site,
  settings: Settings,
): Decision {
  const decision = studioDecision(request, site, settings);
  if (decision !== 'pass') return decision;
  return decide(request, site, comesFromHere(request, settings.siteUrl, settings.siteUrlGiven));
}
