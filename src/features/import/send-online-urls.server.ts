import { XMLBuilder } from 'fast-xml-parser';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { type Environment, isLocal } from '../../platform/environment/environment.server.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.server.ts';
import { askSweepbright, type CrmConnection, CrmProblem, callSkarabee, sweepbrightToken } from '../crm/crm.ts';
import { missingKeys, skarabeeRefusal } from '../webhook/push-lead.server.ts';
import { openCrmConnection } from './download.server.ts';

/** The URL of the page of a property, or null when it has none any more. */
interface OnlineUrl {
  sourceId: string;
  propertyId: number;
  url: string | null;
}

/** Sends the URL of one property. */
type Send = (one: OnlineUrl) => Promise<void>;

/** How URLs are sent to a CRM: each logs in once, for all properties. */
const RECEIVERS = {
  async sweepbright(crm: CrmConnection): Promise<Send> {
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
  async skarabee(crm: CrmConnection): Promise<Send> {
    return async ({ sourceId, propertyId, url }) => {
      const feedback = {
        PublicationID: sourceId,
        Status: url === null ? 'DELETED' : 'AVAILABLE',
        ExternalID: propertyId,
        ...(url !== null && { URL: url }),
      };
      const text = await callSkarabee(crm, 'Feedback', new XMLBuilder().build({ Feedback: feedback }));
      const refusal = skarabeeRefusal(text, 'the URL of a property');
      if (refusal) throw new CrmProblem('refused', refusal);
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

/** What fails is sent by a later call, so that no call lasts long. */
const PATIENCE = { attempts: 1, attemptMs: 10_000 };

/**
 * Sends to each CRM of the schedule the URLs of the pages of its properties that it does not have yet; returns their
 * number. Nothing is sent by a local site, without the keys, or for a CRM with `"sendUrl": false`. Each URL that was
 * taken is noted at once; what was not taken is sent by a later call. Throws the first problem after all were tried.
 */
export async function sendOnlineUrls(database: Database, options: SendOptions): Promise<number> {
  const { site, siteUrl, settings } = options;
  const { schedule, connections } = site.settings.import;
  if (isLocal(siteUrl)) return 0;
  let sent = 0;
  const problems: CrmProblem[] = [];
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CrmProblem)) throw error;
      problems.push(error);
    }
  };
  for (const source of ['sweepbright', 'skarabee'] as const) {
    const isOff = !(source in schedule) || connections[source]?.sendUrl === false;
    if (isOff || missingKeys(source, settings.crmSecrets).length > 0) continue;
    const changed = await changedUrls(source, database, options);
    if (changed.length === 0) continue;
    const connection = openCrmConnection({
      ...{ name: source, options: connections[source] ?? {}, secrets: settings.crmSecrets },
      ...{ request: options.request, cacheDir: settings.dataDir, ...PATIENCE },
    });
    await attempt(async () => {
      const send = await RECEIVERS[source](connection);
      for (const one of changed) {
        if (options.signal.aborted) break;
        await attempt(async () => {
          await send(one);
          await note(database, source, one);
          sent += 1;
        });
      }
    });
  }
  if (problems[0]) throw problems[0];
  return sent;
}

/** The properties of a CRM that have another URL than the one it was given. */
async function changedUrls(
  source: string,
  { db }: Database,
  { site, siteUrl, hidden }: SendOptions,
): Promise<OnlineUrl[]> {
  const rows = await db.selectFrom('import_ids').selectAll().where('source', '=', source).execute();
  return rows.flatMap((row) => {
    const listing = hidden.has(row.property_id) ? null : site.listing(row.property_id);
    const url = listing ? siteUrl + site.listingPath(listing, site.defaultLanguage) : null;
    return url === row.online_url ? [] : [{ sourceId: row.source_id, propertyId: row.property_id, url }];
  });
}

const note = ({ db }: Database, source: string, { sourceId, url }: OnlineUrl) =>
  db
    .updateTable('import_ids')
    .set({ online_url: url })
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .execute();
