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
import type { PageHandler } from '../platform/http/page-with-gaps.server.ts';
import { DRAWING_HEADERS, keepPolicy, MEDIA_HEADERS, NO_PAGE_POLICY } from '../platform/http/policy.server.ts';
import { sendJson, sendRefusal } from '../platform/http/responses.server.ts';
import type { StaticFiles } from '../platform/http/static-files.server.ts';
import type { VersionFiles } from '../publish/version-files.ts';
import { type FormRequest, openFormPages } from './form-pages.ts';
import { type Decision, decide, isListPath, openSearchCounts, sessionOf } from './request.ts';
import type { AppServices } from './services.ts';

type PageRequest = Pick<Extract<Decision, { kind: 'on-demand' }>, 'inner' | 'requestPath' | 'language'>;

/** The dependencies of the handler of a version. */
export interface VersionHandlerParts extends Pick<Ctx, 'log' | 'media' | 'site'> {
  settings: Pick<Environment, 'siteUrl' | 'siteUrlGiven' | 'studioUrl' | 'contentDir'>;
  files: Pick<VersionFiles, 'fileAt'>;
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
  const { files, site, staticFiles, queue, headers, media, cards, services, renderPage, log } = parts;
  const { siteUrl, siteUrlGiven, studioUrl, contentDir } = parts.settings;
  const pageAt = (path: string) => {
    const file = files.fileAt(path);
    return file && existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  const brand = openBrandFiles({ site, contentDir, report: (error) => log.warn({ brand: String(error) }) });
  const lists = openPageCache();
  const forms = openFormPages({
    site,
    siteUrl,
    services,
    renderPage,
    report: (error) => log.warn({ err: error }, 'a form page could not be compressed'),
  });
  // Paths that lead to the same file for every visitor. Most requests are served from here.
  const plainFiles = new LRUCache<string, { path: string; searched: SearchedPage | null }>({ max: 10_000 });
  const searches = openSearchCounts({ site, services, log });
  const onDemand = (request: IncomingMessage, response: ServerResponse, wanted: PageRequest) => {
    searches.onDemand(request, response, wanted);
    // A filtered list depends on its path alone. It is rendered once per version.
    if (isListPath(wanted.inner) && lists.send(request, response, wanted.requestPath)) return;
    inTurn(request, response, wanted.language, () => makePage(request, response, wanted));
  };
  const formPage = (request: IncomingMessage, response: ServerResponse, wanted: FormRequest) => {
    inTurn(request, response, wanted.language, () => {
      forms
        .send(request, response, wanted)
        .then((isSent) => isSent || makePage(request, response, { ...wanted, inner: wanted.path }))
        .catch((error) => fail(error, response));
    });
  };
  const inTurn = (request: IncomingMessage, response: ServerResponse, language: Language, respond: () => void) => {
    // The queue calls it while it handles another request.
    const own = AsyncLocalStorage.bind(() => {
      try {
        respond();
      } catch (error) {
        fail(error, response);
      }
    });
    const isIn = queue.enter(request, response, own);
    if (isIn) return;
    response.setHeader('Retry-After', '2');
    sendRefusal(response, 503, labelsIn(language)('ERROR_TRY_LATER'));
  };
  const makePage = (request: IncomingMessage, response: ServerResponse, wanted: PageRequest) => {
    const { inner, requestPath, language } = wanted;
    if (isListPath(inner)) lists.keep(request, response, requestPath);
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
    compress(request, response, () => {
      // A page sets its own policy; a redirect or data does not.
      response.setHeader('Content-Security-Policy', NO_PAGE_POLICY);
      // After compression, because compression removes the headers from writeHead before an earlier wrapper can see
      // them.
      keepPolicy(response);
      request.url = inner;
      const body = bodyParts(request);
      // Astro reads this one; it would end the connection when a reader stops in the middle.
      Object.assign(request, { body });
      const ipAddress = services.ipAddressOf(request);
      const bodyOfUpload = () => {
        giveTime(request, response);
        return Readable.from(body, { objectMode: false });
      };
      const session = sessionOf(requestPath, site);
      const locals = { site, siteUrl, services, requestPath, language, session, ipAddress, pageAt, bodyOfUpload };
      renderPage(request, response, () => notFound(request, response, locals), locals).catch((error) =>
        fail(error, response),
      );
    });
  };
  const notFound = (request: IncomingMessage, response: ServerResponse, locals: Partial<App.Locals>) => {
    const withoutPage = () => sendRefusal(response, 404, 'Not found');
    if (request.url === '/_not-found/') return withoutPage();
    request.url = '/_not-found/';
    renderPage(request, response, withoutPage, locals).catch((error) => fail(error, response));
  };
  const fail = (error: unknown, response: ServerResponse) => {
    log.error({ err: error }, 'a page could not be made');
    if (!response.headersSent) setHeaders(response);
    sendRefusal(response, 500, 'Internal server error');
  };
  const setHeaders = (response: ServerResponse, these = headers) => {
    for (const [name, value] of Object.entries(these)) response.setHeader(name, value);
  };
  const sendFile = (
    request: IncomingMessage,
    response: ServerResponse,
    result: Extract<Decision, { kind: 'file' }>,
  ) => {
    const { inner, requestPath, headers: instead } = result;
    const path = decodeURIComponent(inner);
    staticFiles.send(request, response, { path, file: files.fileAt(path) }, instead).then(
      (sent) => {
        // Only files that exist: otherwise any visitor could fill the memory with paths.
        const searched = sent ? searches.ofFile(path) : null;
        if (sent && !instead && requestPath === request.url && !requestPath.includes('?'))
          plainFiles.set(requestPath, { path, searched });
        if (sent) return searches.file(request, response, searched);
        setHeaders(response);
        setHeaders(response, instead ?? {});
        const near = nearPath(path, site, result.language);
        if (!near) return onDemand(request, response, result);
        const search = requestPath.slice((requestPath.split('?')[0] ?? '').length);
        response.writeHead(302, { Location: near + search, 'Cache-Control': 'no-cache' });
        response.end();
      },
      (error) => fail(error, response),
    );
  };

  return (request, response) => {
    try {
      const known =
        request.method === 'GET' || request.method === 'HEAD' ? plainFiles.get(request.url ?? '') : undefined;
      if (known && staticFiles.sendKept(request, response, { path: known.path, file: files.fileAt(known.path) }))
        return searches.file(request, response, known.searched);
      const result = decide(request, site, { siteUrl, siteUrlGiven, studioUrl });
      if (result.kind === 'file') return sendFile(request, response, result);
      setHeaders(response);
      if (result.kind === 'live') return services.studio.streams[result.stream].handle(request, response, result.query);
      switch (result.kind) {
        case 'refuse':
          if (result.status === 403) services.events.foreignPost();
          if (result.allow) response.setHeader('Allow', result.allow);
          return sendRefusal(response, result.status, result.message);
        case 'alive':
          response.setHeader('Cache-Control', 'no-store');
          return sendJson(response, 200, { ok: true });
        case 'health':
          response.setHeader('Cache-Control', 'no-store');
          return void services.health().then(
            ({ ok, facts }) => sendJson(response, ok ? 200 : 503, { ok, properties: site.listings.length, ...facts }),
            () => sendJson(response, 503, { ok: false, problem: 'storage' }),
          );
        case 'media':
        case 'card':
        case 'code':
        case 'brand':
          setHeaders(response, result.kind === 'brand' ? DRAWING_HEADERS : MEDIA_HEADERS);
          if (result.kind === 'media') return void media.handle(request, response, result.url);
          if (result.kind === 'card') return void cards.handle(request, response, result);
          if (result.kind === 'brand') return void brand.handle(request, response, result);
          return sendPageCode(response, siteUrl + result.path, result.language);
        case 'redirect':
          response.writeHead(result.status, { Location: result.to, ...result.headers });
          return void response.end();
        case 'form':
          return formPage(request, response, result);
        case 'on-demand':
          return onDemand(request, response, result);
      }
    } catch (error) {
      fail(error, response);
    }
  };
}
