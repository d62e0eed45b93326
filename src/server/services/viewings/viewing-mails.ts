import { titleOf } from '../../../domain/property/listing.ts';
import { formatEuro } from '../../../domain/property/price.ts';
import { tenantTermsOf } from '../../../domain/property/tenant-terms.ts';
import { type LabelKey, labelsIn, type Translate } from '../../../i18n/labels.ts';
import { localized } from '../../../i18n/localized.ts';
import { agencyFooter } from '../../catalogue/site/agency-footer.ts';
import { momentInWords } from '../../catalogue/site/moment-text.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { BookingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailBody } from '../../platform/mail/mail-layout.ts';
import { type MailLink, mailLinkToken } from '../../platform/signing/mail-link.ts';
import { calendarFile } from './calendar-file.ts';
import type { VisitChange } from './change-viewing.ts';

interface Sender {
  site: Site;
  secret: string;
  siteUrl: string;
}

/** The mails that follow from a change of a visit: to the visitor, and to the agency when it was not the agency itself. */
export function visitMails(booking: BookingRow, change: VisitChange, sender: Sender): OutgoingMail[] {
  const toVisitor = visitorMail(booking, change.do === 'cancel' ? 'cancelled' : booking.state, sender);
  const byVisitor = change.do === 'move' || (change.do === 'cancel' && change.by === 'visitor');
  return byVisitor ? [toVisitor, agencyMail(booking, change.do === 'move' ? 'moved' : 'cancelled', sender)] : [toVisitor];
}

/** Subject and first sentence of each mail to a visitor. */
const WORDS = {
  requested: ['VISIT_MAIL_REQUESTED', 'VISIT_INTRO_REQUESTED'],
  confirmed: ['VISIT_MAIL_CONFIRMED', 'VISIT_INTRO_CONFIRMED'],
  cancelled: ['VISIT_MAIL_CANCELLED', 'VISIT_INTRO_CANCELLED'],
  reminder: ['VISIT_MAIL_REMINDER', 'VISIT_INTRO_REMINDER'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/** What a visitor gets: when and where, the calendar file once it is sure, and links to move or cancel. */
export function visitorMail(
  booking: BookingRow,
  about: 'requested' | 'confirmed' | 'cancelled' | 'reminder' | 'done',
  sender: Sender,
): OutgoingMail {
  const { site } = sender;
  const kind = about === 'done' ? 'confirmed' : about;
  const language = site.languages.find((code) => code === booking.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(booking, sender, language, t);
  const subject = t(WORDS[kind][0], { title: facts.title });
  const isSure = kind === 'confirmed' || kind === 'reminder';
  return {
    kind: `visit-${kind}`,
    to: booking.email,
    replyTo: site.settings.site.agency.email,
    subject,
    ...mailBody({
      language,
      agency: site.settings.site.agency.name,
      footer: agencyFooter(site, language),
      title: subject,
      paragraphs: [t(WORDS[kind][1]), ...(isSure ? termsOf(booking, site, t) : [])],
      rows: facts.rows,
      ...(facts.href && { button: { label: t('MAIL_VIEW_PROPERTY'), href: facts.href } }),
      ...(kind !== 'cancelled' && {
        links: [
          { label: t('VISIT_MOVE'), href: linkTo(sender, language, { do: 'move-visit', booking: booking.id }) },
          {
            label: t('VISIT_CANCEL'),
            href: linkTo(sender, language, { do: 'cancel-visit', booking: booking.id, by: 'visitor' }),
          },
        ],
      }),
    }),
    ...((kind === 'confirmed' || (kind === 'cancelled' && booking.sequence > 0)) && {
      calendar: calendarFile({
        booking,
        organizer: { name: site.settings.site.agency.name, email: site.settings.site.agency.email },
        summary: t('VISIT_SUMMARY', { title: facts.title }),
        location: facts.place,
        url: facts.href,
        domain: new URL(sender.siteUrl).hostname,
        isCancelled: kind === 'cancelled',
      }),
    }),
  };
}

/** What the agency gets when a visitor changed a visit. */
function agencyMail(booking: BookingRow, what: 'moved' | 'cancelled', sender: Sender): OutgoingMail {
  const { site } = sender;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(booking, sender, language, t);
  const subject = t(what === 'moved' ? 'VISIT_AGENCY_MOVED' : 'VISIT_AGENCY_CANCELLED', { title: facts.title });
  return {
    kind: `visit-${what}-agency`,
    to: site.settings.forms.mailTo ?? site.settings.site.agency.email,
    replyTo: booking.email,
    subject,
    ...mailBody({
      language,
      agency: site.settings.site.agency.name,
      footer: agencyFooter(site, language),
      title: subject,
      paragraphs: [],
      rows: [
        ...facts.rows,
        [t('NAME'), booking.name],
        [t('EMAIL'), booking.email],
        ...(booking.phone ? [[t('PHONE'), booking.phone] as const] : []),
      ],
      links: what === 'moved' ? agencyLinks(booking, sender) : [],
    }),
  };
}

/** The links with which the agency answers a visit. */
export function agencyLinks(booking: Pick<BookingRow, 'id' | 'state'>, sender: Sender) {
  const language = sender.site.defaultLanguage;
  const t = labelsIn(language);
  const confirm = { label: t('VISIT_CONFIRM'), href: linkTo(sender, language, { do: 'confirm-visit', booking: booking.id }) };
  const cancel = {
    label: t('VISIT_REFUSE'),
    href: linkTo(sender, language, { do: 'cancel-visit', booking: booking.id, by: 'agency' }),
  };
  return booking.state === 'requested' ? [confirm, cancel] : [cancel];
}

const linkTo = ({ secret, siteUrl }: Sender, language: string, link: MailLink) =>
  `${siteUrl}/${language}/m/${mailLinkToken(secret, link)}/`;

function factsOf(booking: BookingRow, { site, siteUrl }: Sender, language: string, t: Translate) {
  const listing = site.listing(Number(booking.property_id));
  const agent = site.members.find(({ id }) => id === booking.agent_id);
  const title = listing ? `${titleOf(listing, language)} (${listing.reference})` : t('PROPERTY');
  const place = listing ? `${listing.zip} ${localized(listing.city, language)}` : '';
  const rows: (readonly [string, string])[] = [
    [t('APPOINTMENT'), momentInWords(booking.starts_at, language)],
    [t('PROPERTY'), [title, place].filter(Boolean).join(', ')],
    ...(agent ? [[t('VISIT_WITH'), agent.name] as const] : []),
  ];
  return { title, place, rows, href: listing && siteUrl + site.listingAddress(listing, language) };
}

/** What a future tenant should know, where the law lets it be said before the visit. */
function termsOf(booking: BookingRow, site: Site, t: Translate): string[] {
  const listing = site.listing(Number(booking.property_id));
  const terms = listing && tenantTermsOf(listing, site.settings.appointments, { beforeVisit: true });
  if (!terms) return [];
  return [
    terms.minimumIncome !== null && t('TENANT_INCOME', { amount: formatEuro(terms.minimumIncome) }),
    terms.maximumPersons !== null && t('TENANT_PERSONS', { count: terms.maximumPersons }),
    terms.firstMonth !== null && t('TENANT_FIRST_MONTH', { amount: formatEuro(terms.firstMonth) }),
    terms.inventoryPercent !== null && t('TENANT_INVENTORY', { percent: terms.inventoryPercent }),
    terms.depositMonths !== null && t('TENANT_DEPOSIT', { count: terms.depositMonths }),
  ].filter((line) => line !== false);
}
