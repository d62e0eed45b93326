import { Server as SocketServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Labels, openLabels } from '../../i18n/labels.ts';
import { type KnownCatalogue, readCatalogue } from '../catalogue/site/catalogue.ts';
import { createSite, type Site } from '../catalogue/site/site.ts';
import { openCards } from '../catalogue/social-card/cards.ts';
import { warmFirstImages } from '../operations/versions/first-images.ts';
import { openVersionFiles, type VersionFiles } from '../operations/versions/manifest.ts';
import { environment } from '../platform/environment/environment.ts';
import { readPacked } from '../platform/files/packed-file.ts';
import { openAdmissionQueue } from '../platform/http/admission-queue.ts';
import { whyNotListening } from '../platform/http/check-port.ts';
import { connectionsAllowed, limitConnections } from '../platform/http/connection-limit.ts';
import { CONSTANT_HEADERS } from '../platform/http/policy.ts';
import { openStaticFiles } from '../platform/http/static-files.ts';
import { openLog } from '../platform/log/log.ts';
import { openMedia } from '../platform/media/media.ts';
import { openCurrentVersion } from './current-version.ts';
import type { PageHandler } from './render-alone.ts';
import { openServices } from './services.ts';
import { createSiteServer } from './site-server.ts';
import { openVersionHandler, type VersionHandler } from './version-handler.ts';

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

/** Serves a version, and those that replace it, until it receives a signal to stop, then finishes what has begun. */
async function serve(): Promise<void> {
  const settings = environment();
  const { host, port, siteUrl, dataDir, contentDir } = settings;
  const versionDir = process.env.DORPEL_VERSION_DIR;
  if (!versionDir) throw new Error('DORPEL_VERSION_DIR is missing: start the site with "npm start"');
  const log = openLog(settings);
  const first = await readVersion(versionDir);
  const current = openCurrentVersion(first);
  const mediaDir = join(contentDir, 'media');
  const media = openMedia({
    mediaDir,
    dataDir,
    report: (message: unknown) => log.warn({ media: String(message) }),
  });
  const cards = openCards({
    site: current.site,
    media,
    mediaDir,
    dataDir,
    report: (error) => log.warn({ card: String(error) }),
  });
  const services = await openServices({ settings, site: current.site, media, log });
  const { handler: renderPage } = (await import(pathToFileURL(first.files.serverEntry).href)) as {
    handler: PageHandler;
  };
  const headers = {
    ...CONSTANT_HEADERS,
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  const staticFiles = openStaticFiles({
    headers: Object.entries(headers).flat(),
    report: (error) => log.warn({ err: error }, 'a page could not be compressed'),
  });
  const queue = openAdmissionQueue(MOST_WAITING);
  const handlers = new WeakMap<Version, VersionHandler>();
  const handlerOf = (version: Version) => {
    const known = handlers.get(version);
    if (known) return known;
    const parts = { staticFiles, queue, headers, media, cards, services, renderPage, settings, log };
    const site = { ...version.site, travelMinutes: services.travel.minutes };
    const made = openVersionHandler({ ...parts, site, files: version.files });
    handlers.set(version, made);
    return made;
  };
  const server = createSiteServer(headers, (request, response) =>
    current.handle(response, (version) => handlerOf(version)(request, response)),
  );
  server.on('close', staticFiles.close);
  const most = connectionsAllowed();
  if (most !== null) limitConnections(server, most);
  let warming = new AbortController();
  /** Draws the pictures for which publishing had no time, one after the other. */
  const warm = ({ versionDir }: Version, beforeDir: string | null) => {
    warming.abort();
    warming = new AbortController();
    void warmFirstImages({ versionDir, beforeDir, media, signal: warming.signal, calm: true });
  };
  server.listen({ port, host, backlog: BACKLOG }, () => {
    const address = server.address();
    process.send?.({ listening: typeof address === 'object' ? address?.port : port, demo: services.demo });
    warm(first, null);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const message = whyNotListening(error.code, { port, host }) ?? error.message;
    process.send?.({ failed: message });
    process.exitCode = 1;
  });
  let leaving = false;
  let stopping = false;
  server.prependListener('request', (_request, response) => {
    if (leaving || stopping) response.setHeader('Connection', 'close');
  });
  const close = async () => {
    warming.abort();
    await Promise.all([media.close(), cards.close(), services.close()]);
    process.exit(0);
  };
  /** Another worker serves now: every connection closes after its next response, and none is cut off. */
  const retire = () => {
    if (leaving || stopping) return;
    leaving = true;
    warming.abort();
    services.studio.live.close();
    // Closing an HTTP server would cut idle connections, on which a request may be under way.
    SocketServer.prototype.close.call(server, () => void close());
    process.send?.({ retired: true });
    setTimeout(stop, RETIRE_MS).unref();
  };
  const stop = () => {
    if (stopping) return;
    stopping = true;
    services.studio.live.close();
    if (leaving) setTimeout(() => void close(), 0);
    else server.close(() => void close());
    server.closeIdleConnections();
    // Busy connections become idle after their response.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => process.exit(0), GRACE_MS).unref();
  };
  /** Shows another version between two requests; the supervisor hears whether that is possible. */
  const show = async (versionDir: string) => {
    try {
      const before = current.latest();
      const next = await readVersion(versionDir, before);
      if (!isForThisProcess(before, next)) return void process.send?.({ needsProcess: versionDir });
      current.show(next);
      process.send?.({ shown: versionDir });
      services.versionChanged();
      await setImmediate();
      warm(next, before.versionDir);
    } catch (error) {
      process.send?.({ cannotShow: versionDir, why: error instanceof Error ? error.message : String(error) });
    }
  };
  process.on('message', (message: { retire?: boolean; show?: string }) => {
    if (message.retire) retire();
    if (message.show) void show(message.show);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', () => {});
  process.on('disconnect', stop);
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
  const labels = before?.labelsJson.equals(labelsJson) ? before.labels : openLabels(JSON.parse(labelsJson.toString()));
  return { versionDir, site, known, labels, labelsJson, files };
}

/** Other code, and settings that are read when a process starts, need another process. */
const isForThisProcess = (before: Version, next: Version): boolean =>
  [before, next]
    .map(({ site: { settings }, files }) =>
      JSON.stringify([files.serverEntry, settings.portal, settings.site.agency.name, settings.site.agency.email]),
    )
    .every((facts, _at, all) => facts === all[0]);

serve().catch((error) => {
  const message = error instanceof Error ? error.message : String(error);
  if (process.send) process.send({ failed: message });
  else console.error(message);
  process.exitCode = 1;
});
