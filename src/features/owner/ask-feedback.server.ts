import { sql } from 'kysely';
import { readPropertyFile } from '../../content/files/read-content.server.ts';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { titleOf } from '../property/listing.ts';
import { momentInWords } from '../property/plain-text.server.ts';
import { feedbackToken } from './viewing-feedback.server.ts';

/** The dependencies of the question after a viewing. */
export interface AskParts {
  site: Site;
  secret: string;
  siteUrl: string;
  contentDir: string;
}

const HOUR_MS = 3_600_000;
const LATEST_MS = 3 * 24 * HOUR_MS;
const AT_ONCE = 50;

/**
 * Asks the agency by mail how viewings of the last days went: an hour after each, once, and only where an owner can
 * read the feedback.
 */
export async function askFeedback(database: Database, parts: AskParts, now = new Date()): Promise<number> {
  const [from, until] = [now.getTime() - LATEST_MS, now.getTime() - HOUR_MS].map((ms) =>
    new Date(ms).toISOString(),
  ) as [string, string];
  const { rows } = await sql<{ id: string; property_id: string; at: string; contact: string }>`
    select id, property_id, at, contact from (
      select id, property_id, starts_at as at, ends_at as over_at, name as contact from viewings
        where state in ('confirmed', 'done')
      union all
      select id, property_id, at, at as over_at, contact from property_entries
        where kind = 'viewing' and comment = '' and status not in ('cancelled') and length(at) > 10
    ) as found
    where over_at > ${from} and over_at <= ${until}
      and not exists (select 1 from viewing_feedback where viewing_feedback.viewing_id = found.id)
      and exists (select 1 from owner_properties where owner_properties.property_id = found.property_id)
    order by at limit ${AT_ONCE}`.execute(database.db);
  let asked = 0;
  for (const viewing of rows) {
    await database.transaction(async (transaction) => {
      const taken = await transaction
        .insertInto('viewing_feedback')
        .values({
          viewing_id: viewing.id,
          property_id: viewing.property_id,
          asked_at: now.toISOString(),
          comment: null,
          interest: null,
          given_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('viewing_id')
        .execute();
      // Another process has already asked.
      if (taken.length === 0) return;
      await enqueue(transaction, [mailOf(viewing, parts)]);
      asked += 1;
    });
  }
  return asked;
}

function mailOf(
  { id, property_id, at, contact }: { id: string; property_id: string; at: string; contact: string },
  { site, secret, siteUrl, contentDir }: AskParts,
) {
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(property_id));
  const title = listing ? titleOf(listing, language) : property_id;
  const manager = readPropertyFile(contentDir, property_id)?.Manager;
  const member = site.members.find((one) => one.id === manager);
  const token = encodeURIComponent(feedbackToken(secret, id));
  const href = `${siteUrl}${site.paths.to('viewing-feedback', language)}?token=${token}`;
  return agencyMail(site, {
    kind: 'viewing-feedback',
    to: member?.email ?? agencyAddress(site, site.officeOf(listing).id),
    name: member?.name,
    language,
    subject: t('MAIL_SUBJECT_FEEDBACK', { title }),
    title: t('FEEDBACK_TITLE'),
    paragraphs: [t('MAIL_FEEDBACK_INTRO')],
    rows: [
      [t('COL_DATE'), momentInWords(at, language)],
      [t('COL_CONTACT'), contact],
    ],
    button: { label: t('MAIL_FEEDBACK_BUTTON'), href },
  });
}
