import ical, { ICalAlarmType, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { formatEuro } from '../../i18n/format.ts';
import { labelled } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import type { StudioPlace } from '../agency/agency-mail.server.ts';
import { remarkIn, storedValues } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { titleOf } from '../property/listing.ts';
import { addressWords, momentInWords } from '../property/words.server.ts';
import { tenantTermsOf } from './tenant-terms.ts';
import { openHouseAt, placeOf } from './viewing-slots.ts';

/** The site that writes about a viewing, and the secret that signs its links. */
export type Sender = Pick<Ctx, 'secret' | 'site'> & StudioPlace;

/** The visitor of a viewing: the name with which they are addressed, and what they wrote; while the lead is kept. */
export async function visitorOf(
  transaction: Transaction<Schema>,
  { lead_id, name, language }: Pick<ViewingRow, 'lead_id' | 'name' | 'language'>,
): Promise<{ name: string; remark: string }> {
  const lead = lead_id
    ? await transaction.selectFrom('leads').select('form_values').where('id', '=', lead_id).executeTakeFirst()
    : undefined;
  if (!lead) return { name, remark: '' };
  return {
    name: addressedName(storedValues(lead.form_values), language) || name,
    remark: remarkIn(lead.form_values),
  };
}

/**
 * When, what, where and with whom: where is the property or the office. The street of a hidden address is in a certain
 * viewing only.
 */
export function factsOf(
  viewing: ViewingRow,
  { site, siteUrl }: Sender,
  language: string,
  { isCertain }: { isCertain: boolean },
) {
  const t = labelsIn(language);
  const listing = site.listing(Number(viewing.property_id));
  const agent = site.members.find(({ id }) => id === viewing.agent_id);
  const title = listing ? titleOf(listing, language) : t('PROPERTY');
  const office = site.officeOf(listing);
  const address = !listing
    ? ''
    : placeOf(viewing.property_id, site.settings.viewings) === 'office'
      ? `${t('VIEWING_AT_OFFICE')}, ${office.street}, ${office.zip} ${localized(office.city, language)}`
      : addressWords(listing, site, language, { isPublic: !isCertain });
  const isOpenHouse = openHouseAt(site.settings.viewings, Number(viewing.property_id), viewing.starts_at) !== null;
  const rows: (readonly [string, string])[] = [
    [t('APPOINTMENT'), momentInWords(viewing.starts_at, language)],
    ...(isOpenHouse ? [[t('OPEN_HOUSE'), t('OPEN_HOUSE_OTHERS')] as const] : []),
    [t('PROPERTY'), listing ? t('MAIL_REFERENCE', { text: title, reference: listing.reference }) : title],
    ...(address ? [[t('ADDRESS'), address] as const] : []),
    ...(agent
      ? [
          [
            t('VIEWING_WITH'),
            [agent.name, agent.phone && formatPhone(agent.phone, site.settings.site)].filter(Boolean).join(', '),
          ] as const,
        ]
      : []),
  ];
  return { title, address, rows, office, href: listing && siteUrl + site.listingPath(listing, language) };
}

/** The calendar file of a viewing, with its links when a mail has any. */
export function calendarOf(
  viewing: ViewingRow,
  { site, siteUrl }: Sender,
  language: string,
  {
    title,
    address,
    href,
    rows,
    office,
    links = [],
  }: ReturnType<typeof factsOf> & { links?: readonly { label: string; href: string }[] },
  isCancelled = false,
) {
  const { name } = site.settings.site.agency;
  return calendarFile({
    viewing,
    organizer: { name, email: office.email },
    summary: labelsIn(language)('VIEWING_SUMMARY', { title, agency: name }),
    location: address,
    description: [
      ...rows.map(([label, value]) => labelled(label, value, language)),
      ...links.map(({ label, href }) => labelled(label, href, language)),
    ].join('\n'),
    language,
    url: href,
    domain: new URL(siteUrl).hostname,
    isCancelled,
  });
}

/** The viewing as its page shows it: when, what, where and with whom, and the calendar file once it is confirmed. */
export function shownViewing(viewing: ViewingRow, sender: Sender, language: string) {
  const isCertain = viewing.state === 'confirmed';
  const facts = factsOf(viewing, sender, language, { isCertain });
  return { rows: facts.rows, calendar: isCertain ? calendarOf(viewing, sender, language, facts).content : null };
}

/** What a future tenant should know, where the law allows it to be said before the viewing. */
export function termsOf(viewing: ViewingRow, site: Site, language: string): string[] {
  const t = labelsIn(language);
  const listing = site.listing(Number(viewing.property_id));
  const terms = listing && tenantTermsOf(listing, site.settings.viewings, { beforeViewing: true });
  if (!terms) return [];
  return [
    terms.minimumIncome !== null && t('TENANT_INCOME', { amount: formatEuro(terms.minimumIncome, language) }),
    terms.maximumPersons !== null && t('TENANT_PERSONS', { count: terms.maximumPersons }),
    terms.firstMonth !== null && t('TENANT_FIRST_MONTH', { amount: formatEuro(terms.firstMonth, language) }),
    terms.inventoryPercent !== null && t('TENANT_INVENTORY', { percent: terms.inventoryPercent }),
    terms.depositMonths !== null && t('TENANT_DEPOSIT', { count: terms.depositMonths }),
  ].filter((line) => line !== false);
}

interface CalendarFacts {
  viewing: ViewingRow;
  /** Name and email address of the agency. */
  organizer: { name: string; email: string };
  summary: string;
  location: string;
  /** Who shows the property, and the link that cancels the viewing. */
  description: string;
  url: string | null;
  language: string;
  /** Domain after the @ of the UID. */
  domain: string;
  isCancelled: boolean;
}

/** The calendar reminds an hour before. */
const REMIND_SECONDS = 3600;

/** A viewing as a calendar file: the UID stays the same, the sequence increases with each change. */
function calendarFile({
  viewing,
  organizer,
  summary,
  location,
  description,
  url,
  language,
  domain,
  isCancelled,
}: CalendarFacts) {
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ method, prodId: { company: domain, product: 'viewings', language: language.toUpperCase() } });
  const event = calendar.createEvent({
    id: `${viewing.id}@${domain}`,
    sequence: viewing.sequence,
    start: new Date(viewing.starts_at),
    end: new Date(viewing.ends_at),
    stamp: new Date(viewing.created_at),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    location,
    description,
    organizer,
    // An attendee without an address is none.
    attendees: viewing.email
      ? [{ name: viewing.name, email: viewing.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }]
      : [],
    ...(url && { url }),
  });
  if (!isCancelled) event.createAlarm({ type: ICalAlarmType.display, trigger: REMIND_SECONDS, description: summary });
  return { method: isCancelled ? ('CANCEL' as const) : ('REQUEST' as const), content: calendar.toString() };
}

/** A change of a viewing and who makes it; only the agency confirms. What the agency moves is confirmed. */
export type ViewingChange =
  | { do: 'confirm' }
  | { do: 'cancel'; by: 'visitor' | 'agency' }
  | { do: 'move'; startsAt: string; by?: 'agency' };
