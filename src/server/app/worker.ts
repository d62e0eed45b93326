import { existsSync, readFileSync } from 'node:fs';
import { Server as SocketServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { loadLabels } from '../../i18n/labels.ts';
import { readLabels } from '../../i18n/resources.ts';
import { readCatalogue } from '../catalogue/site/catalogue.ts';
import { createSite } from '../catalogue/site/site.ts';
import { openCards } from '../catalogue/social-card/cards.ts';
import { warmFirstImages } from '../operations/versions/first-images.ts';
import { environment } from '../platform/environment/environment.ts';
import { connectionsAllowed, limitConnections } from '../platform/http/connection-limit.ts';
import { openMedia } from '../platform/media/media.ts';
import type { PageHandler } from './render-alone.ts';
import { openServices } from './services.ts';
import { createSiteServer } from './site-server.ts';

/**
 * Number of connections that may wait to be accepted; with the default of 511 the system drops the others, and their
 * clients retry for minutes.
 */
const BACKLOG = 4096;
const GRACE_MS = 9000;
/** After this time the connections that remain are cut off; idle ones end by themselves after ten seconds. */
const RETIRE_MS = 60_000;

/** Serves one version until it receives a signal to stop, then finishes requests that have begun. */
async function serve(): Promise<void> {
  const settings = environment();
  const { host, port, siteUrl, siteUrlGiven, dataDir, contentDir } = settings;
  const versionDir = process.env.DORPEL_VERSION_DIR;
  if (!versionDir) throw new Error('DORPEL_VERSION_DIR is missing: start the site with "npm start"');
  const log = pino({ level: settings.logLevel });
  const site = createSite(readCatalogue(versionDir));
  // The labels of this version, because the labels in the content folder may be half written or newer.
  const ownLabels = join(versionDir, 'labels.json');
  loadLabels(
    existsSync(ownLabels) ? JSON.parse(readFileSync(ownLabels, 'utf8')) : readLabels(contentDir, site.languages),
  );
  const media = openMedia({
    mediaDir: join(contentDir, 'media'),
    dataDir,
    report: (message: unknown) => log.warn({ media: String(message) }),
  });
  const cards = openCards({ site, media, dataDir, report: (error) => log.warn({ card: String(error) }) });
  const services = await openServices({ settings, site, media, log });
  const { handler } = (await import(pathToFileURL(join(versionDir, 'server/entry.mjs')).href)) as {
    handler: PageHandler;
  };
  const server = createSiteServer({
    versionDir,
    site,
    media,
    cards,
    services,
    renderPage: handler,
    siteUrl,
    siteUrlGiven,
    log,
  });
  const most = connectionsAllowed();
  if (most !== null) limitConnections(server, most);
  const warming = new AbortController();
  server.listen({ port, host, backlog: BACKLOG }, () => {
    const address = server.address();
    process.send?.({ listening: typeof address === 'object' ? address?.port : port, demo: services.demo });
    // Draws the pictures for which publishing had no time, one after the other.
    void warmFirstImages({ versionDir, media, signal: warming.signal, calm: true });
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const sentences: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use: stop what uses it, or set PORT to another number`,
      EADDRNOTAVAIL: `HOST=${host} cannot be used: this machine has no such address`,
      EACCES: `PORT=${port} cannot be used: this user may not open it; take one above 1023 and put a proxy in front`,
    };
    const message = sentences[error.code ?? ''] ?? error.message;
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
    // Closing an HTTP server would cut idle connections, on which a request may be under way.
    SocketServer.prototype.close.call(server, () => void close());
    process.send?.({ retired: true });
    setTimeout(stop, RETIRE_MS).unref();
  };
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (leaving) setTimeout(() => void close(), 0);
    else server.close(() => void close());
    server.closeIdleConnections();
    // Busy connections become idle after their response.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => process.exit(0), GRACE_MS).unref();
  };
  process.on('message', (message: { retire?: boolean }) => message.retire && retire());
  process.on('SIGTERM', stop);
  process.on('SIGINT', () => {});
  process.on('disconnect', stop);
}

serve().catch((error) => {
  const message = error instanceof Error ? error.message : String(error);
  process.send?.({ failed: message });
  console.error(message);
  process.exitCode = 1;
});
