import { titleOf } from '../../../domain/property/listing.ts';
import { formatEuro } from '../../../domain/property/price.ts';
import { tenantTermsOf } from '../../../domain/property/tenant-terms.ts';
import { type LabelKey, labelsIn, type Translate } from '../../../i18n/labels.ts';
import { localized } from '../../../i18n/localized.ts';
import { agencyFooter } from '../../catalogue/site/agency-footer.ts';
import { momentInWords } from '../../catalogue/site/moment-text.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailBody } from '../../platform/mail/mail-layout.ts';
import { type MailLink, mailLinkToken } from '../../platform/signing/mail-link.ts';
import { calendarFile } from './calendar-file.ts';
import type { ViewingChange } from './change-viewing.ts';

interface Sender {
  site: Site;
  secret: string;
  siteUrl: string;
}

/** The mails that follow from a change of a visit: to the visitor, and to the agency when it was not the agency itself. */
export function viewingMails(viewing: ViewingRow, change: ViewingChange, sender: Sender): OutgoingMail[] {
  const toVisitor = visitorMail(viewing, change.do === 'cancel' ? 'cancelled' : viewing.state, sender);
  const byVisitor = change.do === 'move' || (change.do === 'cancel' && change.by === 'visitor');
  return byVisitor ? [toVisitor, agencyMail(viewing, change.do === 'move' ? 'moved' : 'cancelled', sender)] : [toVisitor];
}

/** Subject and first sentence of each mail to a visitor. */
const WORDS = {
  requested: ['VIEWING_MAIL_REQUESTED', 'VIEWING_INTRO_REQUESTED'],
  confirmed: ['VIEWING_MAIL_CONFIRMED', 'VIEWING_INTRO_CONFIRMED'],
  cancelled: ['VIEWING_MAIL_CANCELLED', 'VIEWING_INTRO_CANCELLED'],
  reminder: ['VIEWING_MAIL_REMINDER', 'VIEWING_INTRO_REMINDER'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/** What a visitor gets: when and where, the calendar file once it is sure, and links to move or cancel. */
export function visitorMail(
  viewing: ViewingRow,
  about: 'requested' | 'confirmed' | 'cancelled' | 'reminder' | 'done',
  sender: Sender,
): OutgoingMail {
  const { site } = sender;
  const kind = about === 'done' ? 'confirmed' : about;
  const language = site.languages.find((code) => code === viewing.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(viewing, sender, language, t);
  const subject = t(WORDS[kind][0], { title: facts.title });
  const isSure = kind === 'confirmed' || kind === 'reminder';
  return {
    kind: `viewing-${kind}`,
    to: viewing.email,
    replyTo: site.settings.site.agency.email,
    subject,
    ...mailBody({
      language,
      agency: site.settings.site.agency.name,
      footer: agencyFooter(site, language),
      title: subject,
      paragraphs: [t(WORDS[kind][1]), ...(isSure ? termsOf(viewing, site, t) : [])],
      rows: facts.rows,
      ...(facts.href && { button: { label: t('MAIL_VIEW_PROPERTY'), href: facts.href } }),
      ...(kind !== 'cancelled' && {
        links: [
          { label: t('VIEWING_MOVE'), href: linkTo(sender, language, { do: 'move-viewing', viewing: viewing.id }) },
          {
            label: t('VIEWING_CANCEL'),
            href: linkTo(sender, language, { do: 'cancel-viewing', viewing: viewing.id, by: 'visitor' }),
          },
        ],
      }),
    }),
    ...((kind === 'confirmed' || (kind === 'cancelled' && viewing.sequence > 0)) && {
      calendar: calendarFile({
        viewing,
        organizer: { name: site.settings.site.agency.name, email: site.settings.site.agency.email },
        summary: t('VIEWING_SUMMARY', { title: facts.title }),
        location: facts.place,
        url: facts.href,
        domain: new URL(sender.siteUrl).hostname,
        isCancelled: kind === 'cancelled',
      }),
    }),
  };
}

/** What the agency gets when a visitor changed a visit. */
function agencyMail(viewing: ViewingRow, what: 'moved' | 'cancelled', sender: Sender): OutgoingMail {
  const { site } = sender;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(viewing, sender, language, t);
  const subject = t(what === 'moved' ? 'VIEWING_AGENCY_MOVED' : 'VIEWING_AGENCY_CANCELLED', { title: facts.title });
  return {
    kind: `viewing-${what}-agency`,
    to: site.settings.forms.mailTo ?? site.settings.site.agency.email,
    replyTo: viewing.email,
    subject,
    ...mailBody({
      language,
      agency: site.settings.site.agency.name,
      footer: agencyFooter(site, language),
      title: subject,
      paragraphs: [],
      rows: [
        ...facts.rows,
        [t('NAME'), viewing.name],
        [t('EMAIL'), viewing.email],
        ...(viewing.phone ? [[t('PHONE'), viewing.phone] as const] : []),
      ],
      links: what === 'moved' ? agencyLinks(viewing, sender) : [],
    }),
  };
}

/** The links with which the agency answers a visit. */
export function agencyLinks(viewing: Pick<ViewingRow, 'id' | 'state'>, sender: Sender) {
  const language = sender.site.defaultLanguage;
  const t = labelsIn(language);
  const confirm = { label: t('VIEWING_CONFIRM'), href: linkTo(sender, language, { do: 'confirm-viewing', viewing: viewing.id }) };
  const cancel = {
    label: t('VIEWING_REFUSE'),
    href: linkTo(sender, language, { do: 'cancel-viewing', viewing: viewing.id, by: 'agency' }),
  };
  return viewing.state === 'requested' ? [confirm, cancel] : [cancel];
}

const linkTo = ({ secret, siteUrl }: Sender, language: string, link: MailLink) =>
  `${siteUrl}/${language}/m/${mailLinkToken(secret, link)}/`;

function factsOf(viewing: ViewingRow, { site, siteUrl }: Sender, language: string, t: Translate) {
  const listing = site.listing(Number(viewing.property_id));
  const agent = site.members.find(({ id }) => id === viewing.agent_id);
  const title = listing ? `${titleOf(listing, language)} (${listing.reference})` : t('PROPERTY');
  const place = listing ? `${listing.zip} ${localized(listing.city, language)}` : '';
  const rows: (readonly [string, string])[] = [
    [t('APPOINTMENT'), momentInWords(viewing.starts_at, language)],
    [t('PROPERTY'), [title, place].filter(Boolean).join(', ')],
    ...(agent ? [[t('VIEWING_WITH'), agent.name] as const] : []),
  ];
  return { title, place, rows, href: listing && siteUrl + site.listingPath(listing, language) };
}

/** What a future tenant should know, where the law lets it be said before the visit. */
function termsOf(viewing: ViewingRow, site: Site, t: Translate): string[] {
  const listing = site.listing(Number(viewing.property_id));
  const terms = listing && tenantTermsOf(listing, site.settings.viewings, { beforeViewing: true });
  if (!terms) return [];
  return [
    terms.minimumIncome !== null && t('TENANT_INCOME', { amount: formatEuro(terms.minimumIncome) }),
    terms.maximumPersons !== null && t('TENANT_PERSONS', { count: terms.maximumPersons }),
    terms.firstMonth !== null && t('TENANT_FIRST_MONTH', { amount: formatEuro(terms.firstMonth) }),
    terms.inventoryPercent !== null && t('TENANT_INVENTORY', { percent: terms.inventoryPercent }),
    terms.depositMonths !== null && t('TENANT_DEPOSIT', { count: terms.depositMonths }),
  ].filter((line) => line !== false);
}
