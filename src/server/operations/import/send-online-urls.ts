import { XMLBuilder } from 'fast-xml-parser';
import { type CrmConnection, CrmProblem } from '../../../domain/crm/crm-connection.ts';
import { callSkarabee } from '../../../domain/crm/skarabee-requests.ts';
import { askSweepbright, sweepbrightToken } from '../../../domain/crm/sweepbright-requests.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Environment, isLocal } from '../../platform/environment/environment.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.ts';
import { openCrmConnection } from './crm-http.ts';

/** The URL of the page of a property, or null when it has none any more. */
interface OnlineUrl {
  sourceId: string;
  propertyId: number;
  url: string | null;
}

/** How the URL of a property is sent to a CRM; `open` logs in once. */
const RECEIVERS: Readonly<Record<string, (crm: CrmConnection) => Promise<(one: OnlineUrl) => Promise<void>>>> = {
  async sweepbright(crm) {
    const token = await sweepbrightToken(crm);
    return async ({ sourceId, url }) => {
      // SweepBright itself took the property offline; there is nothing to set.
      if (url !== null)
        await askSweepbright(crm, token, {
          method: 'PUT',
          path: `estates/${encodeURIComponent(sourceId)}/url`,
          body: { url },
        });
    };
  },
  async skarabee(crm) {
    return async ({ sourceId, propertyId, url }) => {
      const feedback = {
        PublicationID: sourceId,
        Status: url === null ? 'DELETED' : 'AVAILABLE',
        ExternalID: propertyId,
        ...(url !== null && { URL: url }),
      };
      const text = await callSkarabee(crm, 'Feedback', new XMLBuilder().build({ Feedback: feedback }));
      if (/<(?:\w+:)?Fault\b/.test(text))
        throw new CrmProblem('refused', 'Skarabee did not take the URL of a property');
    };
  },
};

/** What of the site and its machine is needed to send URLs. */
interface SendOptions {
  site: Pick<Site, 'settings' | 'listing' | 'listingPath' | 'defaultLanguage'>;
  siteUrl: string;
  settings: Pick<Environment, 'crmSecrets' | 'dataDir'>;
  request: GuardedFetch;
  /** IDs of the properties whose pages are no longer shown. */
  hidden: ReadonlySet<number>;
  /** Ends the work between two properties. */
  signal: AbortSignal;
}

/** The key without which a CRM cannot be asked. */
const KEYS: Readonly<Record<string, string>> = {
  sweepbright: 'SWEEPBRIGHT_CLIENT_SECRET',
  skarabee: 'SKARABEE_PASSWORD',
};
/** What fails is sent by a later call, so that no call lasts long. */
const PATIENCE = { attempts: 1, attemptMs: 10_000 };

/**
 * Sends to each CRM of the schedule the URLs of the pages of its properties that it does not have yet; returns their
 * number. Nothing is sent by a local site, without the keys, or for
 * a CRM with `"sendUrl": false`. Each URL that was taken is noted at
 * once; what was not taken is sent by a later call. Throws the first problem after all CRMs were tried.
 */
export async function sendOnlineUrls(database: Database, options: SendOptions): Promise<number> {
  const { site, siteUrl, settings } = options;
  const { schedule, connections } = site.settings.import;
  if (isLocal(siteUrl)) return 0;
  let sent = 0;
  let first: CrmProblem | null = null;
  for (const source of Object.keys(RECEIVERS)) {
    const isOff = !(source in schedule) || connections[source]?.sendUrl === false;
    if (isOff || !settings.crmSecrets[KEYS[source]!]) continue;
    for (const problem of await sendTo(source, database, options, () => (sent += 1))) first ??= problem;
  }
  if (first) throw first;
  return sent;
}

async function sendTo(
  source: string,
  { db }: Database,
  { site, siteUrl, settings, request, hidden, signal }: SendOptions,
  onSent: () => void,
): Promise<CrmProblem[]> {
  const rows = await db.selectFrom('import_ids').selectAll().where('source', '=', source).execute();
  const changed = rows.flatMap((row): OnlineUrl[] => {
    const listing = hidden.has(row.property_id) ? null : site.listing(row.property_id);
    const url = listing ? siteUrl + site.listingPath(listing, site.defaultLanguage) : null;
    return url === row.online_url ? [] : [{ sourceId: row.source_id, propertyId: row.property_id, url }];
  });
  if (changed.length === 0) return [];
  const connection = openCrmConnection({
    ...{ name: source, options: site.settings.import.connections[source] ?? {}, secrets: settings.crmSecrets },
    ...{ request, cacheDir: settings.dataDir, ...PATIENCE },
  });
  const problems: CrmProblem[] = [];
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CrmProblem)) throw error;
      problems.push(error);
      return false;
    }
  };
  let send: ((one: OnlineUrl) => Promise<void>) | null = null;
  await attempt(async () => {
    send = await RECEIVERS[source]!(connection);
  });
  for (const one of changed) {
    if (!send || signal.aborted) break;
    const sendOne: (one: OnlineUrl) => Promise<void> = send;
    if (!(await attempt(() => sendOne(one)))) continue;
    onSent();
    await db
      .updateTable('import_ids')
      .set({ online_url: one.url })
      .where('source', '=', source)
      .where('source_id', '=', one.sourceId)
      .execute();
  }
  return problems;
}
