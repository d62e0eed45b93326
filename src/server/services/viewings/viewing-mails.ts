import { postalAddressOf } from '../../../domain/places/address.ts';
import { type Listing, titleOf } from '../../../domain/property/listing.ts';
import { tenantTermsOf } from '../../../domain/property/tenant-terms.ts';
import { formatPhone } from '../../../domain/text/contact-details.ts';
import { formatEuro } from '../../../i18n/format.ts';
import type { LabelKey } from '../../../i18n/label-key.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import { agencyAddress, agencyMail } from '../../catalogue/site/agency-mail.ts';
import { momentInWords } from '../../catalogue/site/plain-text.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.ts';
import { calendarFile } from './calendar-file.ts';
import type { ViewingChange } from './change-viewing.ts';

interface Sender {
  site: Site;
  secret: string;
  siteUrl: string;
}

/** The mails about a change of a viewing: to the visitor, and to the agency when the visitor made the change. */
export function viewingMails(viewing: ViewingRow, change: ViewingChange, sender: Sender): OutgoingMail[] {
  const toVisitor = visitorMail(viewing, change.do === 'cancel' ? 'cancelled' : viewing.state, sender);
  const byVisitor = change.do === 'move' || (change.do === 'cancel' && change.by === 'visitor');
  return byVisitor
    ? [toVisitor, mailToAgency(viewing, change.do === 'move' ? 'moved' : 'cancelled', sender)]
    : [toVisitor];
}

/** Subject and first sentence of each mail to a visitor. */
const WORDS = {
  requested: ['VIEWING_MAIL_REQUESTED', 'VIEWING_INTRO_REQUESTED'],
  confirmed: ['VIEWING_MAIL_CONFIRMED', 'VIEWING_INTRO_CONFIRMED'],
  cancelled: ['VIEWING_MAIL_CANCELLED', 'VIEWING_INTRO_CANCELLED'],
  reminder: ['VIEWING_MAIL_REMINDER', 'VIEWING_INTRO_REMINDER'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/** The mail to a visitor: date and place, the calendar file once it is confirmed, and links to move or cancel. */
export function visitorMail(
  viewing: ViewingRow,
  about: 'requested' | 'confirmed' | 'cancelled' | 'reminder' | 'done',
  sender: Sender,
): OutgoingMail {
  const { site } = sender;
  const kind = about === 'done' ? 'confirmed' : about;
  const language = site.languages.find((code) => code === viewing.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const [subject, intro] = WORDS[kind];
  const isCertain = kind === 'confirmed' || kind === 'reminder';
  const facts = factsOf(viewing, sender, language, { isCertain });
  const links =
    kind === 'cancelled'
      ? []
      : [
          {
            label: t('VIEWING_MOVE'),
            href: mailLinkUrl(sender, language, { do: 'move-viewing', viewing: viewing.id }),
          },
          {
            label: t('VIEWING_CANCEL'),
            href: mailLinkUrl(sender, language, { do: 'cancel-viewing', viewing: viewing.id, by: 'visitor' }),
          },
        ];
  return agencyMail(site, {
    kind: `viewing-${kind}`,
    to: viewing.email,
    name: viewing.name,
    language,
    subject: t(subject, { title: facts.title }),
    preheader: momentInWords(viewing.starts_at, language),
    paragraphs: [
      t(intro, { count: site.settings.viewings.holdHours }),
      ...(isCertain ? termsOf(viewing, site, language) : []),
    ],
    rows: facts.rows,
    ...(facts.href && { button: { label: t('MAIL_VIEW_PROPERTY'), href: facts.href } }),
    links,
    ...((kind === 'confirmed' || (kind === 'cancelled' && viewing.sequence > 0)) && {
      calendar: calendarOf(viewing, sender, language, { ...facts, links }, kind === 'cancelled'),
    }),
  });
}

function calendarOf(
  viewing: ViewingRow,
  { site, siteUrl }: Sender,
  language: string,
  {
    title,
    address,
    href,
    rows,
    links = [],
  }: ReturnType<typeof factsOf> & { links?: readonly { label: string; href: string }[] },
  isCancelled = false,
) {
  const { name, email } = site.settings.site.agency;
  return calendarFile({
    viewing,
    organizer: { name, email },
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

/** The mail to the agency when a visitor changed a viewing. */
function mailToAgency(viewing: ViewingRow, what: 'moved' | 'cancelled', sender: Sender): OutgoingMail {
  const { site } = sender;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(viewing, sender, language, { isCertain: true });
  return agencyMail(site, {
    kind: `viewing-${what}-agency`,
    to: agencyAddress(site),
    replyTo: viewing.email,
    language,
    subject: t(what === 'moved' ? 'VIEWING_AGENCY_MOVED' : 'VIEWING_AGENCY_CANCELLED', { title: facts.title }),
    preheader: `${viewing.name}, ${momentInWords(viewing.starts_at, language)}`,
    rows: [
      ...facts.rows,
      [t('NAME'), viewing.name],
      [t('EMAIL'), viewing.email],
      ...(viewing.phone ? [[t('PHONE'), formatPhone(viewing.phone)] as const] : []),
    ],
    links: what === 'moved' ? agencyLinks(viewing, sender) : [],
  });
}

/** The links with which the agency confirms or cancels a viewing. */
export function agencyLinks(viewing: Pick<ViewingRow, 'id' | 'state'>, sender: Sender): ContentLink[] {
  const language = sender.site.defaultLanguage;
  const t = labelsIn(language);
  const confirm = {
    label: t('VIEWING_CONFIRM'),
    href: mailLinkUrl(sender, language, { do: 'confirm-viewing', viewing: viewing.id }),
  };
  const cancel = {
    label: t('VIEWING_REFUSE'),
    href: mailLinkUrl(sender, language, { do: 'cancel-viewing', viewing: viewing.id, by: 'agency' }),
  };
  return viewing.state === 'requested' ? [confirm, cancel] : [cancel];
}

/** When, what, where and with whom. The street of a hidden address is in a certain viewing only. */
function factsOf(
  viewing: ViewingRow,
  { site, siteUrl }: Sender,
  language: string,
  { isCertain }: { isCertain: boolean },
) {
  const t = labelsIn(language);
  const listing = site.listing(Number(viewing.property_id));
  const agent = site.members.find(({ id }) => id === viewing.agent_id);
  const title = listing ? titleOf(listing, language) : t('PROPERTY');
  const address = listing ? addressOf(listing, site, language, isCertain) : '';
  const rows: (readonly [string, string])[] = [
    [t('APPOINTMENT'), momentInWords(viewing.starts_at, language)],
    [t('PROPERTY'), listing ? t('MAIL_REFERENCE', { text: title, reference: listing.reference }) : title],
    ...(address ? [[t('ADDRESS'), address] as const] : []),
    ...(agent
      ? [[t('VIEWING_WITH'), [agent.name, agent.phone && formatPhone(agent.phone)].filter(Boolean).join(', ')] as const]
      : []),
  ];
  return { title, address, rows, href: listing && siteUrl + site.listingPath(listing, language) };
}

function addressOf(listing: Listing, site: Site, language: string, isCertain: boolean): string {
  const { PublishAddress = false, ...street } = site.addresses[listing.id] ?? {};
  const box = labelsIn(language)('BOX');
  const place = { ...street, Zip: listing.zip, City: listing.city };
  const address = postalAddressOf(place, PublishAddress || isCertain, { box }, language);
  return [address.street, address.place].filter(Boolean).join(', ');
}

/** The viewing as its page shows it: when, what, where and with whom, and the calendar file once it is confirmed. */
export function shownViewing(viewing: ViewingRow, sender: Sender, language: string) {
  const isCertain = viewing.state === 'confirmed';
  const facts = factsOf(viewing, sender, language, { isCertain });
  return { rows: facts.rows, calendar: isCertain ? calendarOf(viewing, sender, language, facts).content : null };
}

/** What a future tenant should know, where the law allows it to be said before the viewing. */
function termsOf(viewing: ViewingRow, site: Site, language: string): string[] {
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
