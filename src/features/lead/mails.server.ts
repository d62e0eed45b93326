import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { languageName, localized } from '../../i18n/languages.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { type MailLink, mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import { agencyAddress, agencyMail, mailPerson, type StudioPlace, studioLink } from '../agency/agency-mail.server.ts';
import { documentsOf } from '../document/documents.server.ts';
import { type FormDefinition, type FormValues, type LeadMails, nameOf, textOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { townWords } from '../place/address.ts';
import { type Listing, titleOf } from '../property/listing.ts';
import { addressWords, listingCard, priceWords } from '../property/words.server.ts';
import { agentOf } from '../viewing/viewing-slots.ts';
import type { AgencyActions } from './lead-follow-up.server.ts';
import { receiptRows, valueRows } from './lead-subject.server.ts';
import { nextFacts, replierOf, valuationWords } from './lead-words.view.ts';

/** The price of the property, where the form compares an amount with it. */
function priceRow({ form, listing }: MailedLead, language: string): (readonly [string, string])[] {
  const t = labelsIn(language);
  return form.namesPrice && listing ? [[t('ASKING_PRICE'), priceWords(listing, language, t)]] : [];
}

/** What the mail to the agency says of the property itself. */
function subjectRows(lead: MailedLead, { site }: Sender, language: string): (readonly [string, string])[] {
  const { form, listing } = lead;
  const titles =
    form.namesDocuments && listing ? documentsOf(site, listing.id, language).map(({ title }) => title) : [];
  const address = listing ? addressWords(listing, site, language, { isPublic: false }) : '';
  const documents = titles.length > 0 ? [[labelsIn(language)('DOCUMENTS'), titles.join(', ')] as const] : [];
  return [
    ...(address ? [[labelsIn(language)('ADDRESS'), address] as const] : []),
    ...priceRow(lead, language),
    ...documents,
  ];
}

/** What the lead is about: its title, a row that names it, and a link to it. */
function subjectOf({ listing, project }: MailedLead, { site, siteUrl }: Sender, language: string) {
  const t = labelsIn(language);
  if (project) {
    const title = localized(project.TypeDescription, language);
    return {
      title,
      about: [t('ROW_PROJECT'), title] as const,
      button: { label: t('MAIL_VIEW_PROJECT'), href: siteUrl + site.projectPath(project, language) },
    };
  }
  if (!listing) return { title: '' };
  const title = withReference(titleOf(listing, language), listing.reference, t);
  return {
    title,
    about: [t('PROPERTY'), title] as const,
    button: { label: t('MAIL_VIEW_PROPERTY'), href: siteUrl + site.listingPath(listing, language) },
  };
}

/** A text with the reference of a lead or a property. */
const withReference = (text: string, reference: string, t: Translate) => t('MAIL_REFERENCE', { text, reference });

/** The data of the mails about a lead. */
interface MailedLead {
  form: FormDefinition;
  reference: string;
  values: FormValues;
  /** The visitor's language. */
  language: string;
  listing: Listing | null;
  project: Site['projects'][number] | null;
  /** The id of the office that the lead is for; null: the agency. */
  office: string | null;
  /** Number of people who search for the property that the lead offers; null when there are too few to show it. */
  seekers: number | null;
  /** What the agency can do with what was stored beside the lead, such as to confirm the viewing. */
  agencyActions: AgencyActions;
  /** What the visitor can do from the receipt. */
  visitorLinks: readonly ContentLink[];
  /** What the receipt says besides. */
  visitorNotes: readonly LabelKey[];
}

/** The kind of the mail to the agency, which differs from that of a receipt to the same address. */
export const agencyKind = ({ name }: Pick<FormDefinition, 'name'>): string => `${name}-agency`;

/** The site that writes about a lead, and the secret that signs its links. */
type Sender = Pick<Ctx, 'secret' | 'site'> & StudioPlace;

/** The mails of the lead itself; the services make the mails about a viewing, documents or a saved search. */
export function leadMails(
  lead: MailedLead,
  sender: Sender,
): Pick<LeadMails<OutgoingMail>, 'agency' | 'receipt' | 'friend'> {
  return {
    agency: () => toAgency(lead, sender),
    receipt: () => receipt(lead, sender),
    friend: () => toFriend(lead, sender),
  };
}

function toAgency(lead: MailedLead, sender: Sender): OutgoingMail {
  const { site, siteUrl, secret } = sender;
  const { form, reference, values, agencyActions } = lead;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const { title, about, button } = subjectOf(lead, sender, language);
  // A lead about nothing in particular ends with the kind of lead.
  const subject = t(form.subject, { title }).trim().replace(/:$/, '').trim();
  const inStudio = studioLink(sender, `leads/${reference}/`, language);
  const link = (label: 'MAIL_MARK_HANDLED' | 'MAIL_APPROVE_TESTIMONIAL', to: MailLink): ContentLink => ({
    label: t(label),
    href: mailLinkUrl({ siteUrl, secret }, language, to),
  });
  const rows = [
    ...(about ? [about] : []),
    ...subjectRows(lead, sender, language),
    ...valueRows(form, values, site, language),
  ];
  return agencyMail(site, {
    kind: agencyKind(form),
    to: agencyAddress(site, lead.office),
    replyTo: textOf(values, 'email'),
    subject: `${subject} · ${reference}`,
    title: subject,
    ...(agencyActions.calendar && { calendar: agencyActions.calendar }),
    preheader: [nameOf(values), formatPhone(textOf(values, 'phone'), site.settings.site), textOf(values, 'message')]
      .filter(Boolean)
      .join(', '),
    language,
    paragraphs: valuationWords(form.propertyToValue?.(values), site, { t, language }),
    button: agencyActions.button ?? inStudio,
    rows: [...rows, [t('LANGUAGE_OF_VISITOR'), languageName(lead.language, language)]],
    links: [
      ...(agencyActions.button ? [inStudio] : []),
      ...agencyActions.links,
      ...(button ? [button] : []),
      link('MAIL_MARK_HANDLED', { do: 'handled', reference }),
      ...(form.isApprovable?.(values) ? [link('MAIL_APPROVE_TESTIMONIAL', { do: 'approve', reference })] : []),
    ],
  });
}

function receipt(lead: MailedLead, sender: Sender): OutgoingMail | null {
  const { site, siteUrl } = sender;
  const { form, reference, values, language, listing, seekers } = lead;
  const to = textOf(values, 'email');
  if (!to) return null;
  const t = labelsIn(language);
  const similar = listing && form.receiptSimilar !== false ? site.similar(listing, 3) : [];
  const agent = site.members.find(({ id }) => id === (listing && agentOf(listing)));
  const office = site.offices.find(({ id }) => id === lead.office);
  const facts = nextFacts(site, t, agent?.name ?? null, office);
  const intro = t(form.receiptMore ? 'MAIL_RECEIPT_SENT' : 'MAIL_RECEIPT_INTRO', facts);
  const more = [...(form.receiptMore ?? []), ...lead.visitorNotes].map((key) => t(key, facts));
  const valuation = valuationWords(form.propertyToValue?.(values), site, { t, language });
  const subject = t(form.receiptSubject ?? 'MAIL_RECEIPT_SUBJECT');
  const { button, about } = subjectOf(lead, sender, language);
  return agencyMail(site, {
    kind: `${form.name}-receipt`,
    to,
    office: lead.office,
    name: addressedName(values, language),
    subject: withReference(subject, reference, t),
    title: subject,
    preheader: about?.[1] ?? intro,
    language,
    paragraphs: [intro, ...more, ...(seekers ? [t('SEEKERS', { count: seekers })] : []), ...valuation],
    cards: listing ? [listingCard(listing, sender, language)] : [],
    button,
    rows: [
      ...(about && !listing ? [about] : []),
      ...priceRow(lead, language),
      ...receiptRows(form, values, site, language),
    ],
    person: mailPerson(sender, agent?.id ?? replierOf(form, site, listing)?.id, language),
    ...(similar.length > 0 && { linksTitle: t('SIMILAR_PROPERTIES') }),
    links: [
      ...lead.visitorLinks,
      ...similar.map((one) => ({
        label: `${titleOf(one, language)}, ${townWords(one, language)}`,
        href: siteUrl + site.listingPath(one, language),
      })),
    ],
  });
}

function toFriend(lead: MailedLead, sender: Sender): OutgoingMail | null {
  const { values, language } = lead;
  const t = labelsIn(language);
  const { listing } = lead;
  const { button } = subjectOf(lead, sender, language);
  if (!listing || !button) return null;
  const title = titleOf(listing, language);
  const name = textOf(values, 'yourName');
  return agencyMail(sender.site, {
    kind: 'send-to-friend',
    to: textOf(values, 'friendEmail'),
    replyTo: textOf(values, 'email'),
    name: textOf(values, 'friendName'),
    subject: t('MAIL_SUBJECT_FRIEND', { name, title }),
    language,
    paragraphs: [t('MAIL_FRIEND_INTRO', { name }), textOf(values, 'message')].filter(Boolean),
    cards: [listingCard(listing, sender, language)],
    button,
    note: t('MAIL_FRIEND_FOOTER'),
  });
}
