import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { minutesOfOpenDay } from '../../platform/time/opening-hours.ts';
import { agencyAddress, agencyMail, toEach } from '../agency/agency-mail.server.ts';
import { listWork, type WorkedLead, waitsSince } from './lead-list.server.ts';
import { lateBefore, leadLink } from './lead-report.server.ts';

/** So many are named in one mail. */
const MOST = 25;

/** The moment since when a lead must have waited to wait longer than the site promises; ISO 8601. */
export function promisedBefore(site: Site, nowMs = Date.now()): string {
  const minutes = site.settings.forms.replyDays * minutesOfOpenDay(site.offices[0]?.openingHours ?? []);
  return lateBefore(site, nowMs, minutes);
}

/**
 * Mails the managers the leads that wait longer than the site promises, each time once, and notes it with the lead,
 * where open pages of the studio show it. Returns the number of leads.
 */
export async function reportLateLeads(
  database: Database,
  { site, studioOrigin }: { site: Site; studioOrigin: string },
  nowMs = Date.now(),
): Promise<number> {
  const filter = { state: 'open', waiting: true, oldestFirst: true, unreported: true, limit: MOST } as const;
  const until = promisedBefore(site, nowMs);
  if ((await listWork(database, { ...filter, until, limit: 1 }, nowMs)).length === 0) return 0;
  return database.transaction(async (db) => {
    // In the transaction: of two processes the second finds none left.
    const late = await listWork({ db }, { ...filter, until }, nowMs);
    const at = new Date(nowMs).toISOString();
    const mark = { staff_id: null, who: '', kind: 'late' as const, text: '', outbox_id: null, at };
    const reported: WorkedLead[] = [];
    for (const lead of late) {
      const inserted = await db
        .insertInto('lead_entries')
        .values({ ...mark, id: newId(nowMs), lead_id: lead.id, client_key: `late:${lead.id}:${waitsSince(lead)}` })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      if (inserted.length > 0) reported.push(lead);
    }
    if (reported.length === 0) return 0;
    const staff = await db.selectFrom('staff').selectAll().where('disabled_at', 'is', null).orderBy('id').execute();
    const managers = staff.filter(({ role }) => role === 'admin').map(({ email }) => email);
    const names = new Map(staff.map(({ id, name }) => [id, name]));
    const mail = lateMail(reported, { site, studioOrigin, names });
    await enqueue(db, toEach(managers.length > 0 ? managers : [agencyAddress(site)], mail), { nowMs });
    return reported.length;
  });
}

function lateMail(
  leads: readonly WorkedLead[],
  parts: { site: Site; studioOrigin: string; names: ReadonlyMap<string, string> },
) {
  const { site, studioOrigin } = parts;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  return agencyMail(site, {
    kind: 'lead-late',
    to: agencyAddress(site),
    language,
    subject: t('LEAD_LATE_SUBJECT', { count: leads.length }),
    paragraphs: [t('LEAD_LATE_INTRO', { within: t('ANSWER_WITHIN', { count: site.settings.forms.replyDays }) })],
    links: leads.map((lead) => leadLink(lead, parts, language)),
    button: { label: t('LEAD_LATE_BUTTON'), href: `${studioOrigin}/studio/` },
  });
}
