import type { IncomingMessage } from 'node:http';
import { bound, type Ctx } from '../content/site/ctx.server.ts';
import { agencyAddresses } from '../features/agency/agency-mail.server.ts';
import * as alerts from '../features/alert/site/alert-services.server.ts';
import * as bids from '../features/bid/site/bid-link.server.ts';
import * as documentCookie from '../features/document/document-cookie.server.ts';
import * as documents from '../features/document/documents.server.ts';
import { previewedContent } from '../features/editing/content-store.server.ts';
import { openHealth } from '../features/health/health.server.ts';
import * as crm from '../features/import/crm-events.server.ts';
import { formNamed } from '../features/lead/forms.ts';
import * as inbound from '../features/lead/inbound-mail.server.ts';
import { visitorReplyTo } from '../features/lead/lead-address.server.ts';
import { valueRows } from '../features/lead/lead-subject.server.ts';
import * as forms from '../features/lead/submit-form.server.ts';
import * as thanks from '../features/lead/thanks.server.ts';
import { openStreetTiles } from '../features/map/street-tiles.server.ts';
import * as ownerAccounts from '../features/owner/accounts.server.ts';
import { makeDemoOwner } from '../features/owner/demo-owner.server.ts';
import * as ownerLogin from '../features/owner/login.server.ts';
import { openOwnerLogin, settled } from '../features/owner/login.server.ts';
import * as ownerFactors from '../features/owner/owner-factors.server.ts';
import * as portal from '../features/owner/portal/portal-services.server.ts';
import { printServices } from '../features/print/print-services.server.ts';
import { goneListing, hiddenPropertyIds, removedListings } from '../features/property/history.server.ts';
import type { Listing } from '../features/property/listing.ts';
import * as sharedLists from '../features/shortlist/shared-lists.server.ts';
import { makeDemoStaff } from '../features/staff/login.server.ts';
import { studioPlace } from '../features/staff/studio-place.server.ts';
import { openMissingPaths } from '../features/statistics/missing-paths.server.ts';
import { openSearchCounter } from '../features/statistics/searches.server.ts';
import { openViewCounter, propertyOfPath } from '../features/statistics/views.server.ts';
import * as tenants from '../features/tenant/tenant-link.server.ts';
import { freeViewings } from '../features/viewing/book-viewing.server.ts';
import type { LeadEvent } from '../features/webhook/outgoing-event.ts';
import { eventRecorder } from '../features/webhook/record-event.server.ts';
import { eventDelivery } from '../features/webhook/send-event.server.ts';
import { startScheduler } from '../platform/clock/scheduler.server.ts';
import { openDatabase } from '../platform/database/database.server.ts';
import { isLocal, studioOriginOf } from '../platform/environment/environment.server.ts';
import { openGuardedFetch } from '../platform/http/guarded-fetch.server.ts';
import { ipAddress } from '../platform/http/ip-address.server.ts';
import { openSecurityLog } from '../platform/log/log.server.ts';
import { openTransport, type Transport } from '../platform/mail/transport.server.ts';
import { mailDelivery } from '../platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../platform/outbox/outbox.server.ts';
import { secretOf } from '../platform/signing/secret.server.ts';
import { present } from '../platform/values/values.ts';
import { jobsOf } from './jobs.ts';
import * as mailLinks from './mail-link.ts';
import { studioServices } from './studio-services.ts';

interface OutboxParts extends Pick<Ctx, 'database' | 'log' | 'secret' | 'settings' | 'site'> {
  transport: Transport;
}

/** Events sent at once, and how long one attempt may last: a target that does not respond must not hold up others. */
const EVENTS = { concurrency: 8, tryMs: 20_000 };

/** Starts to send the mails, and the events for webhook targets. */
export function openOutboxes({ database, secret, site, transport, settings, log }: OutboxParts) {
  const delays = { baseMs: settings.outboxRetryBaseMs, maxMs: settings.outboxRetryMaxMs };
  const request = openGuardedFetch(settings.outgoingRequests);
  const sender = {
    ...{ database, site, request, secrets: settings.webhookSecrets, urls: settings.webhookUrls },
    crmSecrets: settings.crmSecrets,
    rowsOf: ({ form, fields }: LeadEvent) =>
      valueRows(present(formNamed(form), form), fields, site, site.defaultLanguage),
  };
  const isOwn = (address: string) => agencyAddresses(site).has(address.toLowerCase());
  const replyTo = visitorReplyTo.bind(null, { database, settings, secret });
  const mails = startOutbox({ database, delivery: mailDelivery(transport, { isOwn, replyTo }), ...delays, log });
  const events = startOutbox({ database, delivery: eventDelivery(sender), ...delays, log, ...EVENTS });
  return {
    wake() {
      mails.wake();
      events.wake();
    },
    /** Finishes what is being sent, as `stop` of an outbox says. */
    async stop() {
      await Promise.all([mails.stop(), events.stop()]);
      await request.close();
    },
  };
}

type Parts = Pick<Ctx, 'log' | 'media' | 'settings' | 'site'>;

/** Everything that pages and endpoints receive from the server; its type is that of the implementation. */
export type AppServices = Omit<Awaited<ReturnType<typeof openServices>>, 'close'>;

/** What the database knows of properties that are no longer shown. */
const listingServices = ({ database, site }: Pick<Ctx, 'database' | 'site'>) => ({
  /** The listing of a property that was online earlier; null when there never was one. */
  gone: goneListing.bind(null, database),
  /** The properties that left the site, and when. */
  removed: removedListings.bind(null, database),
  /** IDs of the properties whose pages are no longer shown. */
  hiddenIds: () => hiddenPropertyIds(database, site.settings.site.soldForDays),
});

/** Opens database, outbox and mail and the services on them; `close` finishes work that has begun. */
export async function openServices(parts: Parts) {
  const { ctx, outbox, transport } = await openContext(parts);
  const { settings, database, site, log, events } = ctx;
  const owner = openOwnerLogin(ctx);
  const views = openViewCounter({
    database,
    settings: site.settings.portal,
    propertyAt: (path) => propertyOfPath(path, site),
    log,
  });
  const searches = openSearchCounter({ database, settings: site.settings.portal, log });
  const missingPaths = openMissingPaths({ database, site, log });
  const [request, stopping] = [openGuardedFetch(settings.outgoingRequests), new AbortController()];
  const scheduler = startScheduler(jobsOf({ ...ctx, request, stopping: stopping.signal }), log);
  const studio = studioServices(ctx);
  const print = printServices(ctx, (error) => log.warn({ print: String(error) }));
  const streets = openStreetTiles(settings.dataDir, (problem) =>
    log.error({ problem: String(problem) }, 'the tiles of the map'),
  );
  return {
    demo: await demoLogins(ctx),
    alerts: bound(ctx, alerts),
    crm: bound(ctx, crm),
    documents: bound(ctx, documents, documentCookie),
    forms: bound(ctx, forms),
    inbound: bound(ctx, inbound),
    listings: listingServices(ctx),
    mailLinks: bound(ctx, mailLinks),
    bids: bound(ctx, bids),
    owners: bound(owner, ownerAccounts, ownerFactors, ownerLogin),
    portal: bound(ctx, portal),
    preview: (path: string, key: string | null, draft?: string | null) => previewedContent(ctx, path, key, draft),
    print,
    searches: { isOn: site.settings.portal.countSearches, see: searches.see },
    /** Counts a path that has no page. */
    missingPaths: { see: missingPaths.see },
    sharedLists: bound(ctx, sharedLists),
    /** The streets of the map, when a file with them is installed. */
    streets: { setup: streets.streets, tile: streets.tile },
    studio,
    tenants: bound(ctx, tenants),
    thanks: bound(ctx, thanks),
    /** The times at which a property can be viewed. */
    viewings: { free: (listing: Listing) => freeViewings(database, site, listing) },
    views: { see: views.see },
    /** What is refused before a page is made. */
    events,
    /** The IP address of a visitor, by the rules of TRUST_PROXY. */
    ipAddressOf: (request: IncomingMessage) => ipAddress(request, settings.trustProxy),
    health: openHealth({ settings, database, targets: () => site.settings.webhooks.targets }),
    /** Another version is shown: its news are recorded and mailed at once. */
    versionChanged() {
      for (const stream of Object.values(studio.streams)) stream.renew();
      scheduler.runNow('notifications');
    },
    async close() {
      stopping.abort();
      await Promise.all([
        settled(owner),
        views.close(),
        searches.close(),
        missingPaths.close(),
        scheduler.stop(),
        streets.close(),
        print.close(),
      ]);
      await Promise.all([outbox.stop(), request.close()]);
      transport.close();
      await database.close();
    },
  };
}

/** The logins of the demo owner and the demo member of staff, each given once: right after it was created. */
async function demoLogins({ settings, database, site }: Ctx) {
  const { siteUrl, contentDir, dataDir, demo } = settings;
  if (demo !== 'auto' || !isLocal(siteUrl)) return null;
  const isStudioHere = studioPlace(settings, site.settings.tracking) !== null;
  return {
    owner: await makeDemoOwner(database, { site, siteUrl, contentDir, dataDir }),
    staff: isStudioHere ? await makeDemoStaff(database, { site, contentDir, dataDir }) : null,
  };
}

/** A visitor is asked to try again rather than left waiting for a database that cannot be reached. */
const QUERY_LIMIT_MS = 8000;

async function openContext({ settings, site, media, log }: Parts) {
  const { dataDir, contentDir, siteUrl, smtpUrl, databaseUrl } = settings;
  const database = await openDatabase({
    dataDir,
    url: databaseUrl,
    queryLimitMs: QUERY_LIMIT_MS,
    report: (problem) => log.error({ problem: String(problem) }, 'database'),
  });
  const secret = await secretOf(settings, database);
  const mailFrom = settings.mailFrom ?? `${site.settings.site.agency.name} <${site.settings.site.agency.email}>`;
  const transport = openTransport({ smtpUrl, mailFrom, dataDir });
  const outbox = openOutboxes({ database, secret, site, transport, settings, log });
  const ctx: Ctx = {
    settings,
    database,
    site,
    media,
    secret,
    siteUrl,
    studioOrigin: studioOriginOf(settings),
    contentDir,
    dataDir,
    log,
    events: openSecurityLog(log),
    wakeOutbox: () => outbox.wake(),
    recordEvent: eventRecorder({ site, siteUrl }),
  };
  return { ctx, outbox, transport };
}
