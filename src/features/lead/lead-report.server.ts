import type { Site } from '../../content/site/site.ts';
import { formatDate, formatDuration, parseDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { officeMinutesBetween } from '../../platform/time/opening-hours.ts';
import { present } from '../../platform/values/values.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { nameOf } from '../form/form.ts';
import { titleOf } from '../property/listing.ts';
import { viewPeriods } from '../statistics/views.ts';
import { leadTitle, needsResponse } from './forms.ts';
import { listWork, type WorkedLead, waitsSince } from './lead-list.server.ts';
import { sourceInWords } from './lead-source.ts';

/** From this many office minutes on, a lead without a response is late. */
const LATE_MINUTES = 240;
const DAY_MS = 86_400_000;
const MOST = 5000;
/** The report of a week leaves on the morning after it. */
const HOUR = 8;
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', hour: '2-digit', hourCycle: 'h23' });

/** How fast the agency responded to the leads of a week. */
export interface LeadReport {
  count: number;
  /** Leads that got a response, or were marked as handled. */
  responded: number;
  /** Middle time until the response, in office minutes; null when there was none. */
  medianMinutes: number | null;
  /** Leads that still wait, longer than four office hours. */
  lost: WorkedLead[];
  /** The same of each member of staff who had leads, and of nobody, most leads first. */
  agents: (Pick<LeadReport, 'count' | 'responded' | 'medianMinutes'> & { assignedTo: string | null })[];
  /** Where leads came from, as far as it is known, the most frequent source first. */
  sources: { source: string; count: number }[];
}

type Agency = Pick<Site, 'offices' | 'settings'>;

/** Office minutes of an agency between two moments. */
export const officeMinutes = ({ offices, settings }: Agency, fromMs: number, toMs: number): number =>
  officeMinutesBetween(offices[0]?.openingHours ?? [], fromMs, toMs, settings.viewings.closedDays);

/** Whether a lead waits for the agency for longer than four office hours: what is snoozed does not wait. */
export function isLate(site: Agency, lead: WorkedLead, nowMs: number): boolean {
  const since = waitsSince(lead);
  const { status, snoozedUntil } = lead;
  return (
    status === 'new' &&
    since !== null &&
    (snoozedUntil === null || Date.parse(snoozedUntil) <= nowMs) &&
    officeMinutes(site, Date.parse(since), nowMs) >= LATE_MINUTES
  );
}

const STEP_MS = 15 * 60_000;
const MOST_STEPS = (60 * DAY_MS) / STEP_MS;

/**
 * The moment since when a lead must have waited to have waited so many office minutes now; ISO 8601, exact to a
 * quarter of an hour.
 */
export function lateBefore(site: Agency, nowMs = Date.now(), minutes = LATE_MINUTES): string {
  let from = nowMs;
  for (let step = 0; step < MOST_STEPS && officeMinutes(site, from, nowMs) < minutes; step += 1) from -= STEP_MS;
  return new Date(from).toISOString();
}

/** The report of the leads that came between two moments. */
export async function leadReport(
  database: Pick<Database, 'db'>,
  site: Agency,
  { since, until }: { since: string; until: string },
  nowMs = Date.now(),
): Promise<LeadReport> {
  const leads = (await listWork(database, { since, until, limit: MOST }, nowMs)).filter(({ form }) =>
    needsResponse(form),
  );
  const agents = [...Map.groupBy(leads, ({ assignedTo }) => assignedTo)]
    .map(([assignedTo, own]) => ({ assignedTo, ...responses(site, own) }))
    .sort((a, b) => b.count - a.count);
  return {
    ...responses(site, leads),
    agents,
    lost: leads.filter((lead) => isLate(site, lead, nowMs)),
    sources: sourcesOf(leads),
  };
}

/** How many of these leads got a response, and how fast. */
function responses(
  site: Agency,
  leads: readonly WorkedLead[],
): Pick<LeadReport, 'count' | 'responded' | 'medianMinutes'> {
  const times = leads.flatMap(({ createdAt, respondedAt, handledAt }) => {
    const end = respondedAt ?? handledAt;
    return end ? [officeMinutes(site, Date.parse(createdAt), Date.parse(end))] : [];
  });
  times.sort((a, b) => a - b);
  return {
    count: leads.length,
    responded: times.length,
    medianMinutes: times[Math.floor((times.length - 1) / 2)] ?? null,
  };
}

/** A link to a lead that says who asks what, about which property, and who has it. */
export function leadLink(
  { form, values, email, reference, propertyId, assignedTo }: WorkedLead,
  { site, studioOrigin, names }: { site: Site; studioOrigin: string; names: ReadonlyMap<string, string> },
  language: string,
): { label: string; href: string } {
  const t = labelsIn(language);
  const listing = propertyId ? site.listing(Number(propertyId)) : null;
  const words = [
    nameOf(values) || email || reference,
    leadTitle(form, t),
    listing && titleOf(listing, language),
    assignedTo ? t('STUDIO_WITH', { name: names.get(assignedTo) ?? '' }) : t('STUDIO_WITH_NOBODY'),
  ];
  return { label: words.filter(Boolean).join(' · '), href: `${studioOrigin}/studio/leads/${reference}/` };
}

/** The mail to a colleague to whom a lead was passed on. */
export function givenMail(
  lead: WorkedLead,
  { site, studioOrigin }: { site: Site; studioOrigin: string },
  {
    to,
    from,
    why,
  }: { to: { id: string; name: string; email: string; language: string }; from: { name: string }; why: string },
) {
  const language = site.languages.find((code) => code === to.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const { label, href } = leadLink(lead, { site, studioOrigin, names: new Map([[to.id, to.name]]) }, language);
  return agencyMail(site, {
    kind: 'lead-given',
    to: to.email,
    name: to.name,
    language,
    subject: t('LEAD_GIVEN_SUBJECT', { name: from.name }),
    paragraphs: [label, ...(why ? [why] : [])],
    button: { label: t('MAIL_OPEN_STUDIO'), href },
  });
}

function sourcesOf(leads: readonly WorkedLead[]): LeadReport['sources'] {
  const sources = leads.map(({ source, campaign }) => source ?? campaign.utm_source ?? '').filter(Boolean);
  return [...Map.groupBy(sources, (source) => source)]
    .map(([source, all]) => ({ source, count: all.length }))
    .sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1));
}

/**
 * Mails the agency the report of last week, once a week however many processes run; false when it was sent, or when it
 * is not Monday morning yet.
 */
export async function sendLeadReport(
  database: Database,
  { site, studioOrigin, gap }: { site: Site; studioOrigin: string; gap(): Promise<string | null> },
  now = new Date(),
): Promise<boolean> {
  if (!site.settings.forms.weeklyReport) return false;
  const { week } = viewPeriods(brusselsDay(now));
  const monday = present(parseDate(`${week} 00:00`), week).getTime();
  if (brusselsDay(now) === week && Number(CLOCK.format(now)) < HOUR) return false;
  const known = await database.db.selectFrom('keys').select('value').where('name', '=', NAME).executeTakeFirst();
  if (known && known.value >= week) return false;
  const weekBefore = brusselsDay(monday - 6.5 * DAY_MS);
  const before = present(parseDate(`${weekBefore} 00:00`), weekBefore);
  const span = { since: before.toISOString(), until: new Date(monday).toISOString() };
  const report = await leadReport(database, site, span, now.getTime());
  // Only the process that sends the report needs it, and it takes a moment.
  const largestGap = known ? await gap() : null;
  return database.transaction(async (db) => {
    await db
      .insertInto('keys')
      .values({ name: NAME, value: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const taken = await db
      .updateTable('keys')
      .set({ value: week })
      .where('name', '=', NAME)
      .where('value', '<', week)
      .executeTakeFirst();
    // An installation that just began has no week to report.
    if (Number(taken.numUpdatedRows) === 0 || !known) return false;
    const names = new Map(
      (await db.selectFrom('staff').select(['id', 'name']).execute()).map((one) => [one.id, one.name]),
    );
    await enqueue(db, [reportMail({ ...report, largestGap }, { site, studioOrigin, names }, span)]);
    return true;
  });
}

const NAME = 'lead-report-week';
const MOST_SOURCES = 5;
/** So many leads are named in a mail. */
const MOST_NAMED = 25;

const sourcesInWords = (sources: LeadReport['sources'], t: Translate): string =>
  sources
    .slice(0, MOST_SOURCES)
    .map(({ source, count }) => `${sourceInWords(source, t)} ${count}`)
    .join(', ');

function reportMail(
  { count, responded, medianMinutes, lost, sources, agents, largestGap }: LeadReport & { largestGap: string | null },
  { site, studioOrigin, names }: { site: Site; studioOrigin: string; names: ReadonlyMap<string, string> },
  { since, until }: { since: string; until: string },
) {
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const days = {
    from: formatDate(since, language),
    to: formatDate(new Date(Date.parse(until) - DAY_MS / 2).toISOString(), language),
  };
  const byAgent = agents.map(({ assignedTo, count: leads, responded: done, medianMinutes: minutes }) => ({
    name: assignedTo ? (names.get(assignedTo) ?? assignedTo) : t('STUDIO_ASSIGNED_NOBODY'),
    leads,
    responded: done,
    median: minutes === null ? t('LEAD_REPORT_NONE') : formatDuration(minutes, 'minute', language),
  }));
  const median = medianMinutes === null ? t('LEAD_REPORT_NONE') : formatDuration(medianMinutes, 'minute', language);
  return agencyMail(site, {
    kind: 'lead-report',
    to: agencyAddress(site),
    language,
    subject: t('LEAD_REPORT_SUBJECT', { count }),
    paragraphs: [t('LEAD_REPORT_INTRO', days)],
    rows: [
      [t('LEAD_REPORT_COUNT'), String(count)],
      [t('LEAD_REPORT_RESPONDED'), String(responded)],
      [t('LEAD_REPORT_MEDIAN'), median],
      [t('LEAD_REPORT_LOST'), lost.length === 0 ? t('LEAD_REPORT_NONE') : String(lost.length)],
      ...byAgent.map((one) => [one.name, t('LEAD_REPORT_AGENT', one)] as const),
      ...(sources.length > 0 ? [[t('LEAD_REPORT_SOURCES'), sourcesInWords(sources, t)] as const] : []),
      ...(largestGap ? [[t('LEAD_REPORT_GAP'), largestGap] as const] : []),
    ],
    links: lost.slice(0, MOST_NAMED).map((lead) => leadLink(lead, { site, studioOrigin, names }, language)),
    button: { label: t('LEAD_REPORT_BUTTON'), href: `${studioOrigin}/studio/figures/` },
  });
}
