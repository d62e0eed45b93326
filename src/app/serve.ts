import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type KnownCatalogue, readCatalogue } from '../content/site/catalogue.server.ts';
import { createSite, type Site } from '../content/site/site.ts';
import { openCards } from '../features/seo/cards.server.ts';
import { completeLabels } from '../i18n/current-labels.ts';
import { type Labels, openLabels, provideLabels } from '../i18n/labels.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { readPacked } from '../platform/files/packed-files.server.ts';
import {
  connectionsAllowed,
  limitConnections,
  limitTime,
  openAdmissionQueue,
  whyNotListening,
} from '../platform/http/limits.server.ts';
import type { PageHandler } from '../platform/http/page-with-gaps.server.ts';
import { CONSTANT_HEADERS } from '../platform/http/policy.server.ts';
import { refuseUnreadable } from '../platform/http/responses.server.ts';
import { openStaticFiles } from '../platform/http/static-files.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { openLog } from '../platform/log/log.server.ts';
import { type Media, openMedia } from '../platform/media/media.server.ts';
import { warmFirstImages } from '../publish/first-images.ts';
import type { WorkerMessage } from '../publish/supervisor.ts';
import { openVersionFiles, type VersionFiles } from '../publish/version-files.ts';
import { openServices } from './services.ts';
import { openVersionHandler, type VersionHandler } from './version-handler.ts';

/** How long a request may take to arrive; an upload of the studio is given the longer time. */
const [USUAL_MS, LONGEST_MS] = [30_000, 20 * 60_000];

/** Creates the HTTP server, with the limits that every version has; `headers` are those of every response. */
function createSiteServer(
  headers: Readonly<Record<string, string>>,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  // Slow connections are checked every 5 s; their time limits are only as exact as this interval.
  const server = createServer({ connectionsCheckingInterval: 5000 }, (request, response) => {
    limitTime(request, response, { ms: USUAL_MS, headers });
    respond(request, response);
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = LONGEST_MS;
  server.keepAliveTimeout = 10_000;
  // A client that reads nothing of a response for a minute is disconnected.
  server.timeout = 60_000;
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, headers));
  return server;
}

/** What services and mails read of a version. */
interface VersionContent {
  site: Site;
  labels: Labels;
}

/** The version that is shown: for a request the same one from its beginning to its end, else the latest one. */
export interface CurrentVersion<V extends VersionContent> {
  /** The site of the version at each use. */
  site: Site;
  latest(): V;
  /** From now on new requests see this version. */
  show(version: V): void;
  /** Handles a request: until its response has ended, everything that it causes sees the version that it began with. */
  handle(response: ServerResponse, work: (version: V) => void): void;
}

/** Opens the current version, and makes `labelsIn` give its labels. */
function openCurrentVersion<V extends VersionContent>(first: V): CurrentVersion<V> {
  // A holder, because timers that a request starts must not keep its version in memory.
  const requests = new AsyncLocalStorage<{ version: V | null }>();
  let shown = first;
  const now = () => requests.getStore()?.version ?? shown;
  provideLabels((language) => now().labels(language));
  return {
    site: new Proxy({} as Site, {
      get: (_none, name) => Reflect.get(now().site, name),
      has: (_none, name) => Reflect.has(now().site, name),
      ownKeys: () => Reflect.ownKeys(now().site),
      getOwnPropertyDescriptor: (_none, name) => ({
        ...Reflect.getOwnPropertyDescriptor(now().site, name),
        configurable: true,
      }),
    }),
    latest: () => shown,
    show(version) {
      shown = version;
    },
    handle(response, work) {
      const held: { version: V | null } = { version: shown };
      response.once('close', () => {
        held.version = null;
      });
      requests.run(held, work, shown);
    },
  };
}

/** A version as this process shows it. */
interface Version {
  versionDir: string;
  site: Site;
  known: KnownCatalogue;
  labels: Labels;
  /** The file of the labels, to know whether they are those of the version before. */
  labelsJson: Buffer;
  files: VersionFiles;
}

/** Reads a version in steps, between which requests are handled; listings of the version before are not read again. */
async function readVersion(versionDir: string, before?: Version): Promise<Version> {
  const files = openVersionFiles(versionDir);
  await setImmediate();
  const { catalogue, known } = await readCatalogue(versionDir, before?.known, setImmediate);
  await setImmediate();
  const site = createSite(catalogue);
  await setImmediate();
  // The labels of this version, because the labels in the content folder may be half written or newer.
  const labelsJson = readPacked(join(versionDir, 'labels.json'));
  const labels = before?.labelsJson.equals(labelsJson)
    ? before.labels
    : openLabels(completeLabels(JSON.parse(labelsJson.toString())));
  return { versionDir, site, known, labels, labelsJson, files };
}

/** Other code, and settings that are read when a process starts, need another process. */
const isForThisProcess = (before: Version, next: Version): boolean =>
  [before, next]
    .map(({ site: { settings }, files }) =>
      JSON.stringify([files.serverEntry, settings.portal, settings.site.agency.name, settings.site.agency.email]),
    )
    .every((facts, _at, all) => facts === all[0]);

/**
 * Number of connections that may wait to be accepted; with the default of 511 the system drops the others, and their
 * clients retry for minutes.
 */
const BACKLOG = 4096;
/** Pages and forms that wait for a core; about one second of work. */
const MOST_WAITING = 200;
const GRACE_MS = 9000;
/** After this time the connections that remain are cut off; idle ones end by themselves after ten seconds. */
const RETIRE_MS = 60_000;

/** A site that is served. */
export interface Serving {
  /** Shows another version between two requests, and tells whether that is possible. */
  show: (versionDir: string) => Promise<void>;
  /** Another process serves now: every connection closes after its next response, and none is cut off. */
  retire: () => void;
  /** Finishes what has begun, and ends. */
  stop: () => void;
}

const YEAR_SECONDS = 31_536_000;
/** `Strict-Transport-Security` by the setting HSTS. */
const HSTS = {
  subdomains: { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}; includeSubDomains` },
  host: { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` },
  // A browser that remembers forgets.
  off: { 'Strict-Transport-Security': 'max-age=0' },
} as const;

interface ServeOptions {
  settings: Environment;
  versionDir: string;
  tell: (message: WorkerMessage) => void;
  ended: () => void;
}

/**
 * Serves a version, and those that replace it, until it is stopped. `tell` receives what the supervisor must know;
 * `ended` is called when nothing is served any more, or when that takes too long.
 */
export async function serve({ settings, versionDir, tell, ended }: ServeOptions): Promise<Serving> {
  const { host, port } = settings;
  const first = await readVersion(versionDir);
  const current = openCurrentVersion(first);
  const parts = await openParts(settings, first, current.site);
  const { media, cards, services } = parts;
  const handlerOf = openHandlers(parts);
  const server = createSiteServer(parts.headers, (request, response) =>
    current.handle(response, (version) => handlerOf(version)(request, response)),
  );
  server.on('close', parts.staticFiles.close);
  const most = connectionsAllowed();
  if (most !== null) limitConnections(server, most);
  const warm = openWarming(media);
  server.listen({ port, host, backlog: BACKLOG }, () => {
    const address = server.address();
    tell({ listening: typeof address === 'object' ? address?.port : port, demo: services.demo });
    warm(first);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const message = whyNotListening(error.code, { port, host }) ?? error.message;
    tell({ failed: message });
  });
  const ending = openEnding(server, {
    closeStreams() {
      for (const stream of Object.values(services.studio.streams)) stream.close();
    },
    retired() {
      warm(null);
      tell({ retired: true });
    },
    async close() {
      warm(null);
      await Promise.all([media.close(), cards.close(), services.close()]);
    },
    ended,
  });
  const show = async (versionDir: string) => {
    try {
      const before = current.latest();
      const next = await readVersion(versionDir, before);
      if (!isForThisProcess(before, next)) return tell({ needsProcess: versionDir });
      current.show(next);
      tell({ shown: versionDir });
      services.versionChanged();
      await setImmediate();
      warm(next, before.versionDir);
    } catch (error) {
      tell({ cannotShow: versionDir, why: errorMessage(error) });
    }
  };
  return { show, ...ending };
}

/** Opens what the handlers of all versions share; `site` is that of the current version. */
async function openParts(settings: Environment, first: Version, site: Site) {
  const { dataDir, contentDir } = settings;
  const log = openLog(settings);
  const mediaDir = join(contentDir, 'media');
  const media = openMedia({ mediaDir, dataDir, report: (message) => log.warn({ media: String(message) }) });
  const cards = openCards({ site, media, mediaDir, dataDir, report: (error) => log.warn({ card: String(error) }) });
  const services = await openServices({ settings, site, media, log });
  const entry: { handler: PageHandler } = await import(pathToFileURL(first.files.serverEntry).href);
  const headers = { ...CONSTANT_HEADERS, ...(settings.siteUrl.startsWith('https:') && HSTS[settings.hsts]) };
  const staticFiles = openStaticFiles({
    headers: Object.entries(headers).flat(),
    report: (error) => log.warn({ err: error }, 'a page could not be compressed'),
  });
  const queue = openAdmissionQueue(MOST_WAITING);
  return { settings, log, media, cards, services, renderPage: entry.handler, headers, staticFiles, queue };
}

/** Gives the handler of a version, opened at its first request. */
function openHandlers(parts: Awaited<ReturnType<typeof openParts>>): (version: Version) => VersionHandler {
  const handlers = new WeakMap<Version, VersionHandler>();
  return (version) => {
    const known = handlers.get(version);
    if (known) return known;
    const made = openVersionHandler({ ...parts, site: version.site, files: version.files });
    handlers.set(version, made);
    return made;
  };
}

/**
 * Draws the pictures of a version for which publishing had no time, one after the other, until it is called again; null
 * only ends what it does.
 */
function openWarming(media: Media): (version: Version | null, beforeDir?: string | null) => void {
  let warming = new AbortController();
  return (version, beforeDir = null) => {
    warming.abort();
    if (!version) return;
    warming = new AbortController();
    const { versionDir } = version;
    void warmFirstImages({ versionDir, beforeDir, media, signal: warming.signal, calm: true });
  };
}

interface Ending {
  closeStreams(): void;
  /** Another process serves now. */
  retired(): void;
  /** Closes everything behind the server. */
  close(): Promise<void>;
  ended(): void;
}

/** Opens both ways in which a server ends: calmly after another one has taken over, or at once. */
function openEnding(server: Server, { closeStreams, retired, close, ended }: Ending): Pick<Serving, 'retire' | 'stop'> {
  let leaving = false;
  let stopping = false;
  let [closing, late]: NodeJS.Timeout[] = [];
  server.prependListener('request', (_request, response) => {
    if (leaving || stopping) response.setHeader('Connection', 'close');
  });
  const end = async () => {
    await close();
    clearInterval(closing);
    clearTimeout(late);
    ended();
  };
  const retire = () => {
    if (leaving || stopping) return;
    leaving = true;
    closeStreams();
    // Closing an HTTP server would cut idle connections, on which a request may be under way.
    SocketServer.prototype.close.call(server, () => void end());
    retired();
    late = setTimeout(stop, RETIRE_MS).unref();
  };
  const stop = () => {
    if (stopping) return;
    stopping = true;
    closeStreams();
    if (leaving) setTimeout(() => void end(), 0);
    else server.close(() => void end());
    server.closeIdleConnections();
    // Busy connections become idle after their response.
    closing = setInterval(() => server.closeIdleConnections(), 50).unref();
    late = setTimeout(ended, GRACE_MS).unref();
  };
  return { retire, stop };
}
