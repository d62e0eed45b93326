import type { IncomingMessage } from 'node:http';
import type { Ctx } from '../content/site/ctx.server.ts';
import { agencyAddresses } from '../features/agency/agency-mail.server.ts';
import { alertServices } from '../features/alert/site/alert-services.server.ts';
import { offerServices } from '../features/bid/site/bid-link.server.ts';
import { documentServices } from '../features/document/documents.server.ts';
import { previewServices } from '../features/editing/content-store.server.ts';
import { openHealth } from '../features/health/health.server.ts';
import { crmServices } from '../features/import/crm-events.server.ts';
import { formNamed } from '../features/lead/forms.ts';
import { valueRows } from '../features/lead/lead-subject.server.ts';
import { findLead } from '../features/lead/leads.server.ts';
import { formServices } from '../features/lead/submit-form.server.ts';
import { thanksServices } from '../features/lead/thanks.server.ts';
import { openStreetTiles } from '../features/map/street-tiles.server.ts';
import { makeDemoOwner } from '../features/owner/demo-owner.server.ts';
import { loggedOwners, openOwners, openSecurityNotices } from '../features/owner/login.server.ts';
import { portalServices } from '../features/owner/portal/portal-services.server.ts';
import { printServices } from '../features/print/print-services.server.ts';
import { goneListing, hiddenPropertyIds } from '../features/property/history.server.ts';
import type { Listing } from '../features/property/listing.ts';
import { sharedListServices } from '../features/shortlist/shared-lists.server.ts';
import { makeDemoStaff } from '../features/staff/login.server.ts';
import { studioPlace } from '../features/staff/studio-place.server.ts';
import { openSearchCounter } from '../features/statistics/searches.server.ts';
import { openViewCounter, propertyOfPath } from '../features/statistics/views.server.ts';
import { tenantServices } from '../features/tenant/tenant-link.server.ts';
import { freeViewings } from '../features/viewing/book-viewing.server.ts';
import type { LeadEvent } from '../features/webhook/outgoing-event.ts';
import { eventRecorder } from '../features/webhook/record-event.server.ts';
import { eventDelivery } from '../features/webhook/send-event.server.ts';
import { startScheduler } from '../platform/clock/scheduler.server.ts';
import { openDatabase } from '../platform/database/database.server.ts';
import { isStorageProblem } from '../platform/database/storage-problem.ts';
import { isLocal } from '../platform/environment/environment.server.ts';
import { openGuardedFetch } from '../platform/http/guarded-fetch.server.ts';
import { openSecurityLog, type SecurityLog } from '../platform/log/log.server.ts';
import { openTransport, type Transport } from '../platform/mail/transport.server.ts';
import { mailDelivery } from '../platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../platform/outbox/outbox.server.ts';
import { ipAddress } from '../platform/rate-limit/rate-limit.server.ts';
import { readMailLink } from '../platform/signing/mail-link.server.ts';
import { secretOf } from '../platform/signing/secret.server.ts';
import { jobsOf } from './jobs.ts';
import { followMailLink, isFollowed } from './mail-link.ts';
import { studioServices } from './studio-services.ts';

interface OutboxParts extends Pick<Ctx, 'database' | 'log' | 'settings' | 'site'> {
  transport: Transport;
}

/** Events sent at once, and how long one attempt may last: a target that does not respond must not hold up others. */
const EVENTS = { concurrency: 8, tryMs: 20_000 };

/** Starts to send the mails, and the events for webhook targets. */
export function openOutboxes({ database, site, transport, settings, log }: OutboxParts) {
  const delays = { baseMs: settings.outboxRetryBaseMs, maxMs: settings.outboxRetryMaxMs };
  const request = openGuardedFetch(settings.outgoingRequests);
  const sender = {
    ...{ database, site, request, secrets: settings.webhookSecrets, urls: settings.webhookUrls },
    crmSecrets: settings.crmSecrets,
    rowsOf: ({ form, fields }: LeadEvent) => valueRows(formNamed(form)!, fields, site, site.defaultLanguage),
  };
  const isOwn = (address: string) => agencyAddresses(site).has(address.toLowerCase());
  const mails = startOutbox({ database, delivery: mailDelivery(transport, isOwn), ...delays, log });
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
type Opened = Awaited<ReturnType<typeof openContext>>;

/** Opens database, outbox and mail and the services on them; `close` finishes work that has begun. */
export async function openServices(parts: Parts) {
  const context = await openContext(parts);
  const { settings, database, site, outbox, transport, log } = context;
  const { siteUrl, contentDir, dataDir, demo } = settings;
  const owners = openOwners(context);
  const views = openViewCounter({
    database,
    settings: site.settings.portal,
    propertyAt: (path) => propertyOfPath(path, site),
    log,
  });
  const searches = openSearchCounter({ database, settings: site.settings.portal, log });
  const [request, stopping] = [openGuardedFetch(settings.outgoingRequests), new AbortController()];
  const scheduler = startScheduler(jobsOf({ ...context, request, stopping: stopping.signal }), log);
  const events = openSecurityLog(log);
  const studio = studioServices(context, events);
  const print = printServices(context, (error) => log.warn({ print: String(error) }));
  const isStudioHere = studioPlace(settings, site.settings.tracking) !== null;
  const streets = openStreetTiles(dataDir, (problem) =>
    log.error({ problem: String(problem) }, 'the tiles of the map'),
  );
  return {
    /** The logins of the demo owner and the demo member of staff, each given once: right after it was created. */
    demo:
      demo === 'auto' && isLocal(siteUrl)
        ? {
            owner: await makeDemoOwner(database, { site, siteUrl, contentDir, dataDir }),
            staff: isStudioHere ? await makeDemoStaff(database, { site, contentDir, dataDir }) : null,
          }
        : null,
    forms: formServices(context, events),
    thanks: thanksServices(context),
    mailLinks: mailLinkServices(context, events),
    owners: loggedOwners(owners, events, openSecurityNotices(context)),
    portal: portalServices(context, events),
    offers: offerServices(context),
    tenants: tenantServices(context),
    print,
    studio,
    documents: documentServices(context, events),
    alerts: alertServices(context),
    crm: crmServices(database, settings, events),
    sharedLists: sharedListServices(database, events),
    /** The streets of the map, when a file with them is installed. */
    streets: { setup: streets.streets, tile: streets.tile },
    views: { see: views.see },
    /** The counting of searches, when the settings want it. */
    searches: { isOn: site.settings.portal.countSearches, see: searches.see },
    viewings: {
      /** The times at which a property can be viewed. */
      free: (listing: Listing) => freeViewings(database, site, listing),
    },
    listings: {
      /** The listing of a property that was online earlier; null when there never was one. */
      gone: (id: number) => goneListing(database, id),
      /** IDs of the properties whose pages are no longer shown. */
      hiddenIds: () => hiddenPropertyIds(database, site.settings.site.soldForDays),
    },
    /** What is refused before a page is made. */
    events,
    preview: previewServices(context, events),
    /** The IP address of a visitor, by the rules of TRUST_PROXY. */
    ipAddressOf: (request: IncomingMessage) => ipAddress(request, settings.trustProxy),
    health: openHealth({ settings, database, targets: () => site.settings.webhooks.targets }),
    /** Another version is shown: its news are recorded and mailed at once. */
    versionChanged() {
      studio.live.renew();
      scheduler.runNow('notifications');
    },
    async close() {
      stopping.abort();
      await Promise.all([
        owners.settled(),
        views.close(),
        searches.close(),
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

/** A visitor is told to try again rather than left waiting for a database that cannot be reached. */
const QUERY_LIMIT_MS = 8000;

async function openContext({ settings, site, media, log }: Parts) {
  const { dataDir, contentDir, siteUrl, captcha, smtpUrl, databaseUrl } = settings;
  const database = await openDatabase({
    dataDir,
    url: databaseUrl,
    queryLimitMs: QUERY_LIMIT_MS,
    report: (problem) => log.error({ problem: String(problem) }, 'database'),
  });
  const secret = await secretOf(settings, database);
  const mailFrom = settings.mailFrom ?? `${site.settings.site.agency.name} <${site.settings.site.agency.email}>`;
  const transport = openTransport({ smtpUrl, mailFrom, dataDir });
  const outbox = openOutboxes({ database, site, transport, settings, log });
  return {
    ...{ settings, database, site, media, secret, siteUrl, contentDir, dataDir, captcha, transport, outbox, log },
    wakeOutbox: () => outbox.wake(),
    recordEvent: eventRecorder({ site, siteUrl }),
  } satisfies Ctx;
}

function mailLinkServices(context: Opened, events: SecurityLog) {
  const { database, secret, log } = context;
  return {
    read: (token: string) => events.opened('mailed link', readMailLink(secret, token)),
    isFollowed: (token: string) => isFollowed(token, context),
    /** Does what a mailed link is for; `choice` is the visitor's choice on its page, such as a time. */
    follow: (token: string, choice: string | null = null) => {
      events.opened('mailed link', readMailLink(secret, token));
      return followMailLink(token, context, choice).catch((error: unknown) => {
        if (!isStorageProblem(error)) throw error;
        log.error({ code: error.code }, 'a mailed link could not be followed');
        return { ok: false, problem: 'storage' } as const;
      });
    },
    /** The viewing that a link is about; null when there is none. */
    async viewing(token: string) {
      const link = readMailLink(secret, token);
      if (!link || !('viewing' in link)) return null;
      const row = await database.db
        .selectFrom('viewings')
        .selectAll()
        .where('id', '=', link.viewing)
        .executeTakeFirst();
      return row ?? null;
    },
    /** The lead that a link of the agency is about; null when there is none. */
    async lead(token: string) {
      const link = readMailLink(secret, token);
      return link && 'reference' in link ? findLead(database, link.reference) : null;
    },
  };
}
