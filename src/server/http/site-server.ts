import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Live } from '../live.ts';
import type { Media } from '../media/media.ts';
import type { Site } from '../site/site.ts';
import type { Cards } from '../social-card/cards.ts';
import { type Decision, decide } from './decide.ts';
import { comesFromHere } from './origin.ts';
import { openPageCache } from './page-cache.ts';
import { CONSTANT_HEADERS } from './policy.ts';
import { openStaticFiles } from './static-files.ts';

/** 8 % fewer bytes than the default for 1.5 ms more: a filtered list then arrives in one round trip. The next one costs ten times that. */
const BROTLI_QUALITY = 6;

/** Astro's handler of a version, as its bundle exports it. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: Partial<App.Locals>,
) => Promise<void>;

/** What a server needs to answer. */
export interface SiteServerParts {
  versionDir: string;
  site: Site;
  media: Media;
  cards: Cards;
  live: Live;
  renderPage: PageHandler;
  siteUrl: string;
  siteUrlGiven: boolean;
  log: Logger;
}

/** The HTTP server of one version: redirects, pictures, prerendered files, pages on demand, in this order. */
export function createSiteServer({
  versionDir,
  site,
  media,
  cards,
  live,
  renderPage,
  siteUrl,
  siteUrlGiven,
  log,
}: SiteServerParts): Server {
  const lists = openPageCache();
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } }) as (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  const headers = {
    ...CONSTANT_HEADERS,
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  const files = openStaticFiles({
    folder: join(versionDir, 'client'),
    headers: Object.entries(headers).flat(),
    report: (error) => log.warn({ err: error }, 'a page could not be packed'),
  });
  // Addresses that are known to mean a file whoever asks: most requests are done with a look at this.
  const plainFiles = new LRUCache<string, string>({ max: 10_000 });

  const onDemand = (request: IncomingMessage, response: ServerResponse, inner: string, address: string, language: string) => {
    // A filtered list hangs on its address alone: made once per version.
    const isList = inner.startsWith('/_list/');
    if (isList && lists.send(request, response, address)) return;
    if (isList) lists.keep(request, response, address);
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
    compress(request, response, () => {
      // After compression: it takes the headers out of writeHead before an earlier wrapper could see them.
      keepPolicy(response);
      request.url = inner;
      const locals = { site, live, address, language, clientAddress: live.addressOf(request) };
      renderPage(request, response, () => notFound(request, response, locals), locals).catch((error) => fail(error, response));
    });
  };
  const notFound = (request: IncomingMessage, response: ServerResponse, locals: Partial<App.Locals>) => {
    if (request.url === '/_not-found/') return plain(response, 404, 'Not found');
    request.url = '/_not-found/';
    renderPage(request, response, () => plain(response, 404, 'Not found'), locals).catch((error) => fail(error, response));
  };
  const fail = (error: unknown, response: ServerResponse) => {
    log.error({ err: error }, 'a page could not be made');
    if (response.headersSent) return void response.destroy();
    setHeaders(response);
    plain(response, 500, 'Internal server error');
  };

  const setHeaders = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  };
  const sendFile = (request: IncomingMessage, response: ServerResponse, answer: Extract<Decision, { kind: 'file' }>) => {
    const { inner, address, language, headers: instead } = answer;
    const path = decodeURIComponent(inner);
    files.send(request, response, path, instead).then(
      (sent) => {
        // Only what exists, or anybody could fill the memory with addresses.
        if (sent && !instead && address === request.url && !address.includes('?')) plainFiles.set(address, path);
        if (sent) return;
        setHeaders(response);
        for (const [name, value] of Object.entries(instead ?? {})) response.setHeader(name, value);
        onDemand(request, response, inner, address, language);
      },
      (error) => fail(error, response),
    );
  };

  const server = createServer((request, response) => {
    try {
      const known = request.method === 'GET' || request.method === 'HEAD' ? plainFiles.get(request.url ?? '') : undefined;
      if (known && files.sendKept(request, response, known)) return;
      const answer = decide(request, site, comesFromHere(request, siteUrl, siteUrlGiven));
      if (answer.kind === 'file') return sendFile(request, response, answer);
      setHeaders(response);
      switch (answer.kind) {
        case 'refuse':
          if (answer.allow) response.setHeader('Allow', answer.allow);
          return plain(response, answer.status, answer.message);
        case 'health':
          response.setHeader('Cache-Control', 'no-store');
          return void live.health().then(
            ({ ok, facts }) => json(response, ok ? 200 : 503, { ok, homes: site.listings.length, ...facts }),
            () => json(response, 503, { ok: false, problem: 'storage' }),
          );
        case 'media':
          return void media.handle(request, response, answer.url);
        case 'card':
          return void cards.handle(request, response, answer);
        case 'redirect':
          response.writeHead(answer.status, { Location: answer.to, ...answer.headers });
          return void response.end();
        case 'on-demand':
          return onDemand(request, response, answer.inner, answer.address, answer.language);
      }
    } catch (error) {
      fail(error, response);
    }
  });
  server.on('close', () => void files.close());
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 10_000;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  return server;
}

/** Astro writes the policy of a page as a header; ours, which only a header can say, stands beside it. */
function keepPolicy(response: ServerResponse): void {
  const ours = CONSTANT_HEADERS['Content-Security-Policy'] ?? '';
  const writeHead = response.writeHead.bind(response) as (status: number, headers?: Record<string, unknown>) => ServerResponse;
  response.writeHead = ((status: number, given?: Record<string, unknown>) => {
    const name = Object.keys(given ?? {}).find((key) => key.toLowerCase() === 'content-security-policy');
    if (given && name) given[name] = [ours, String(given[name])];
    return writeHead(status, given);
  }) as typeof response.writeHead;
}

function plain(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${message}\n`);
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
