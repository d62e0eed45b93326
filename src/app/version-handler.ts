import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../content/site/ctx.server.ts';
import { nearPath } from '../content/site/paths.ts';
import { openBrandFiles } from '../features/brand/brand-files.server.ts';
import { sendPageCode } from '../features/print/page-code.server.ts';
import type { Cards } from '../features/seo/cards.server.ts';
import type { SearchedPage } from '../features/statistics/searches.server.ts';
import { labelsIn } from '../i18n/labels.server.ts';
import type { Language } from '../i18n/languages.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { compress } from '../platform/http/encoding.server.ts';
import { type AdmissionQueue, bodyParts, giveTime } from '../platform/http/limits.server.ts';
import { openPageCache } from '../platform/http/page-cache.server.ts';
import { type PageHandler, renderAlone } from '../platform/http/page-with-gaps.server.ts';
import { DRAWING_HEADERS, keepPolicy, MEDIA_HEADERS, NO_PAGE_POLICY } from '../platform/http/policy.server.ts';
import { sendJson, sendRefusal } from '../platform/http/responses.server.ts';
import type { StaticFiles } from '../platform/http/static-files.server.ts';
import type { VersionFiles } from '../publish/version-files.ts';
import { type FormRequest, openFormPages } from './form-pages.ts';
import { directList, MAY_CHANGE } from './list-request.ts';
import { type Decision, decide, isListPath, movedTo, openSearchCounts, sessionOf } from './request.ts';
import type { AppServices } from './services.ts';

type PageRequest = Pick<Extract<Decision, { kind: 'on-demand' }>, 'inner' | 'requestPath' | 'language'>;

/** The dependencies of the handler of a version. */
export interface VersionHandlerParts extends Pick<Ctx, 'log' | 'media' | 'site'> {
  settings: Pick<Environment, 'siteUrl' | 'siteUrlGiven' | 'studioUrl' | 'contentDir'>;
  files: Pick<VersionFiles, 'fileAt' | 'photographs'>;
  staticFiles: StaticFiles;
  queue: AdmissionQueue;
  headers: Readonly<Record<string, string>>;
  cards: Cards;
  services: AppServices;
  renderPage: PageHandler;
}

/** Responds to the requests of one version. */
export type VersionHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Opens the handler of one version: redirects, pictures, prerendered files, pages on demand, in this order. */
export function openVersionHandler(parts: VersionHandlerParts): VersionHandler {
  const version = openVersion(parts);
  return (request, response) => {
    try {
      handle(version, request, response);
    } catch (error) {
      fail(version, response, error);
    }
  };
}

type OpenVersion = ReturnType<typeof openVersion>;

function openVersion(parts: VersionHandlerParts) {
  const { site, services, renderPage, log } = parts;
  const { siteUrl, contentDir } = parts.settings;
  return {
    ...parts,
    siteUrl,
    brand: openBrandFiles({ site, contentDir, report: (error) => log.warn({ brand: String(error) }) }),
    lists: openPageCache(),
    forms: openFormPages({
      site,
      siteUrl,
      services,
      renderPage,
      report: (error) => log.warn({ err: error }, 'a form page could not be compressed'),
    }),
    /** Paths that lead to the same file for every visitor. Most requests are served from here. */
    plainFiles: new LRUCache<string, { path: string; searched: SearchedPage | null }>({ max: 10_000 }),
    searches: openSearchCounts({ site, services, log }),
  };
}

function handle(version: OpenVersion, request: IncomingMessage, response: ServerResponse) {
  const { files, plainFiles, staticFiles, searches } = version;
  const known = request.method === 'GET' || request.method === 'HEAD' ? plainFiles.get(request.url ?? '') : undefined;
  if (known && staticFiles.sendKept(request, response, { path: known.path, file: files.fileAt(known.path) }))
    return searches.file(request, response, known.searched);
  const decision = decide(request, version.site, version.settings);
  if (decision.kind === 'file') return sendFile(version, request, response, decision);
  setHeaders(response, version.headers);
  respond(version, request, response, decision);
}

function respond(
  version: OpenVersion,
  request: IncomingMessage,
  response: ServerResponse,
  decision: Exclude<Decision, { kind: 'file' }>,
) {
  const { services } = version;
  switch (decision.kind) {
    case 'live':
      return services.studio.streams[decision.stream].handle(request, response, decision.query);
    case 'refuse':
      if (decision.status === 403) services.events.foreignPost();
      if (decision.allow) response.setHeader('Allow', decision.allow);
      return sendRefusal(response, decision.status, decision.message);
    case 'alive':
      response.setHeader('Cache-Control', 'no-store');
      return sendJson(response, 200, { ok: true });
    case 'health':
      return sendHealth(version, response);
    case 'media':
      setHeaders(response, MEDIA_HEADERS);
      return void version.media.handle(request, response, decision.url);
    case 'card':
      setHeaders(response, MEDIA_HEADERS);
      return void version.cards.handle(request, response, decision);
    case 'brand':
      setHeaders(response, DRAWING_HEADERS);
      return void version.brand.handle(request, response, decision);
    case 'code':
      setHeaders(response, MEDIA_HEADERS);
      return sendPageCode(response, version.siteUrl + decision.path, decision.language);
    case 'redirect':
      response.writeHead(decision.status, { Location: decision.to, ...decision.headers });
      return void response.end();
    case 'form':
      return sendForm(version, request, response, decision);
    case 'on-demand':
      return sendOnDemand(version, request, response, decision);
  }
}

function sendHealth({ services, site }: OpenVersion, response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  services.health().then(
    ({ ok, facts }) => sendJson(response, ok ? 200 : 503, { ok, properties: site.listings.length, ...facts }),
    () => sendJson(response, 503, { ok: false, problem: 'storage' }),
  );
}

function sendFile(
  version: OpenVersion,
  request: IncomingMessage,
  response: ServerResponse,
  wanted: Extract<Decision, { kind: 'file' }>,
): void {
  const { staticFiles, files, searches, plainFiles } = version;
  const { requestPath, headers: instead } = wanted;
  const path = decodeURIComponent(wanted.inner);
  staticFiles.send(request, response, { path, file: files.fileAt(path) }, instead).then(
    (isSent) => {
      if (!isSent) return sendNear(version, request, response, wanted);
      // Only files that exist: otherwise any visitor could fill the memory with paths.
      const searched = searches.ofFile(path);
      if (!instead && requestPath === request.url && !requestPath.includes('?'))
        plainFiles.set(requestPath, { path, searched });
      searches.file(request, response, searched);
    },
    (error) => fail(version, response, error),
  );
}

/** Leads a path without a file to the page that it was meant for, or else makes the page. */
function sendNear(
  version: OpenVersion,
  request: IncomingMessage,
  response: ServerResponse,
  wanted: Extract<Decision, { kind: 'file' }>,
) {
  const { inner, requestPath, language, headers: instead = {} } = wanted;
  setHeaders(response, version.headers);
  setHeaders(response, instead);
  const near = nearPath(decodeURIComponent(inner), version.site, language);
  if (!near) return sendOnDemand(version, request, response, wanted);
  const moved = movedTo(version.site, requestPath);
  if (moved) return sendMoved(response, moved);
  const search = requestPath.slice((requestPath.split('?')[0] ?? '').length);
  sendMoved(response, directList(near + search, version.site, language));
}

function sendMoved(response: ServerResponse, to: string): void {
  response.writeHead(301, { Location: to, ...MAY_CHANGE });
  response.end();
}

function sendOnDemand(
  version: OpenVersion,
  request: IncomingMessage,
  response: ServerResponse,
  wanted: PageRequest,
): void {
  version.searches.onDemand(request, response, wanted);
  if (wanted.inner === NOT_FOUND) countMissing(version, request, wanted.requestPath);
  // A filtered list depends on its path alone. It is rendered once per version.
  if (isListPath(wanted.inner) && version.lists.send(request, response, wanted.requestPath)) return;
  inTurn(version, { request, response, language: wanted.language }, () => makePage(version, request, response, wanted));
}

function sendForm(version: OpenVersion, request: IncomingMessage, response: ServerResponse, wanted: FormRequest): void {
  inTurn(version, { request, response, language: wanted.language }, () => {
    version.forms
      .send(request, response, wanted)
      .then((isSent) => isSent || makePage(version, request, response, { ...wanted, inner: wanted.path }))
      .catch((error) => fail(version, response, error));
  });
}

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  language: Language;
}

/** Responds when a core is free; refuses the request when too many wait. */
function inTurn(version: OpenVersion, { request, response, language }: Waiting, respondNow: () => void): void {
  // The queue calls it while it handles another request.
  const own = AsyncLocalStorage.bind(() => {
    try {
      respondNow();
    } catch (error) {
      fail(version, response, error);
    }
  });
  const isIn = version.queue.enter(request, response, own);
  if (isIn) return;
  response.setHeader('Retry-After', '2');
  sendRefusal(response, 503, labelsIn(language)('ERROR_TRY_LATER'));
}

function makePage(version: OpenVersion, request: IncomingMessage, response: ServerResponse, wanted: PageRequest): void {
  const { inner, requestPath } = wanted;
  if (isListPath(inner)) version.lists.keep(request, response, requestPath);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
  compress(request, response, () => {
    // A page sets its own policy; a redirect or data does not.
    response.setHeader('Content-Security-Policy', NO_PAGE_POLICY);
    // After compression, because compression removes the headers from writeHead before an earlier wrapper can see
    // them.
    keepPolicy(response);
    request.url = inner;
    const locals = localsOf(version, request, response, wanted);
    version
      .renderPage(request, response, () => sendNotFound(version, request, response, locals), locals)
      .catch((error) => fail(version, response, error));
  });
}

/** What a page reads of its request. */
function localsOf(
  version: OpenVersion,
  request: IncomingMessage,
  response: ServerResponse,
  { requestPath, language }: PageRequest,
): Partial<App.Locals> {
  const { site, siteUrl, services, files } = version;
  const pageAt = (path: string) => {
    const file = files.fileAt(path);
    return file && existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  const body = bodyParts(request);
  // Astro reads this one; it would end the connection when a reader stops in the middle.
  Object.assign(request, { body });
  return {
    site,
    siteUrl,
    services,
    requestPath,
    language,
    session: sessionOf(requestPath, site),
    ipAddress: services.ipAddressOf(request),
    pageAt,
    pageForAll: async (path) => pageAt(path) ?? (await pageMadeFor(version, path)),
    photographs: files.photographs,
    bodyOfUpload() {
      giveTime(request, response);
      return Readable.from(body, { objectMode: false });
    },
  };
}

/** The HTML of a page that is made on request, as one visitor like any other gets it; null where there is none. */
async function pageMadeFor(version: OpenVersion, url: string): Promise<string | null> {
  const { site, siteUrl, services, settings, renderPage, log } = version;
  const decision = decide({ method: 'GET', url, headers: { host: new URL(siteUrl).host } }, site, settings);
  // Without a file the path is that of a page made on request, or of none.
  if (decision.kind !== 'form' && decision.kind !== 'on-demand' && decision.kind !== 'file') return null;
  const { language, requestPath } = decision;
  const path = decision.kind === 'form' ? decision.path : decision.inner;
  const locals = { site, siteUrl, services, language, requestPath };
  const page = await renderAlone(renderPage, path, locals).catch((error) => {
    log.warn({ err: error }, 'a page could not be made to be judged');
    return null;
  });
  return page?.status === 200 ? page.html : null;
}

const NOT_FOUND = '/_not-found/';

function countMissing({ services }: OpenVersion, { method, headers }: IncomingMessage, requestPath: string): void {
  if (method === 'GET') services.missingPaths.see(requestPath, headers.referer ?? '');
}

function sendNotFound(
  version: OpenVersion,
  request: IncomingMessage,
  response: ServerResponse,
  locals: Partial<App.Locals>,
) {
  const withoutPage = () => sendRefusal(response, 404, 'Not found');
  if (request.url === NOT_FOUND) return withoutPage();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const moved = isRead ? movedTo(version.site, locals.requestPath ?? '') : null;
  if (moved) return sendMoved(response, moved);
  countMissing(version, request, locals.requestPath ?? '');
  request.url = NOT_FOUND;
  version.renderPage(request, response, withoutPage, locals).catch((error) => fail(version, response, error));
}

function fail({ log, headers }: OpenVersion, response: ServerResponse, error: unknown): void {
  log.error({ err: error }, 'a page could not be made');
  if (!response.headersSent) setHeaders(response, headers);
  sendRefusal(response, 500, 'Internal server error');
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
