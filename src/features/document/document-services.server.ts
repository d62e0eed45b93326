import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { SecurityLog } from '../../platform/log/security-log.server.ts';
import type { RecordEvent } from '../../platform/outbox/record-event.ts';
import { askedBefore, askedCookie } from './document-cookie.server.ts';
import { listByLink, openByLink, openPublic } from './open-documents.server.ts';

interface Parts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  contentDir: string;
  recordEvent: RecordEvent;
}

/** The documents of properties, as pages and endpoints receive them. */
export function documentServices(
  { database, site, secret, siteUrl, contentDir, recordEvent }: Parts,
  events: SecurityLog,
) {
  return {
    /** The documents that a mailed link opens; null when the link is invalid or expired. */
    list: (token: string, language: string) => listByLink({ site, secret }, token, language),
    open: async (token: string, n: number, language: string) =>
      events.opened(
        'documents',
        await openByLink({ database, site, secret, contentDir, recordEvent }, token, n, language),
      ),
    openPublic: (propertyId: number, n: number, language: string, ipAddress: string) =>
      openPublic({ database, site, contentDir }, propertyId, n, language, ipAddress),
    askedBefore: (cookie: string | null) => askedBefore(secret, cookie),
    askedCookie: (before: readonly string[], propertyId: string) =>
      askedCookie(secret, before, propertyId, siteUrl.startsWith('https:')),
  };
}
