import { type FormDefinition, type FormValues, type LeadMails, textOf } from '../../../domain/forms/form.ts';
import { type Listing, titleOf } from '../../../domain/property/listing.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import { localized } from '../../../i18n/localized.ts';
import { agencyAddress, agencyMail } from '../../catalogue/site/agency-mail.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { type MailLink, mailLinkUrl } from '../../platform/signing/mail-link.ts';
import { valueRows } from './lead-rows.ts';

/** The data of the mails about a lead. */
export interface MailedLead {
  form: FormDefinition;
  reference: string;
  values: FormValues;
  /** The visitor's language. */
  language: string;
  listing: Listing | null;
  projectTitle: string;
  /**
   * Number of people who search for the property that the lead offers; null when there are too few to show the number.
   */
  seekers: number | null;
  /** Additional links for the agency, such as to confirm the viewing that was booked with it. */
  agencyLinks: readonly ContentLink[];
}

interface Sender {
  site: Site;
  siteUrl: string;
  secret: string;
}

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
  const { form, reference, values } = lead;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const { title, button } = subjectOf(lead, sender, language);
  const link = (label: 'MAIL_MARK_HANDLED' | 'MAIL_APPROVE_TESTIMONIAL', to: MailLink): ContentLink => ({
    label: t(label),
    href: mailLinkUrl({ siteUrl, secret }, language, to),
  });
  const rows = valueRows(form, values, site, language);
  return agencyMail(site, {
    kind: `${form.name}-agency`,
    to: agencyAddress(site),
    replyTo: textOf(values, 'email'),
    subject: `${t(form.subject, { title })} (${reference})`,
    preheader: [textOf(values, 'message'), ...rows.map(([, value]) => value)].filter(Boolean).slice(0, 3).join(', '),
    language,
    button,
    rows: [...rows, [t('LANGUAGE_OF_VISITOR'), lead.language.toUpperCase()]],
    links: [
      link('MAIL_MARK_HANDLED', { do: 'handled', reference }),
      ...(form.isApprovable ? [link('MAIL_APPROVE_TESTIMONIAL', { do: 'approve', reference })] : []),
      ...lead.agencyLinks,
    ],
  });
}

function receipt(lead: MailedLead, sender: Sender): OutgoingMail | null {
  const { site, siteUrl } = sender;
  const { form, reference, values, language, listing, seekers } = lead;
  const to = textOf(values, 'email');
  if (!to) return null;
  const t = labelsIn(language);
  const similar = listing ? site.similar(listing, 3) : [];
  return agencyMail(site, {
    kind: `${form.name}-receipt`,
    to,
    name: textOf(values, 'firstName'),
    subject: t('MAIL_RECEIPT_SUBJECT', { reference }),
    title: t('THANK_YOU'),
    language,
    paragraphs: [t('MAIL_RECEIPT_INTRO'), ...(seekers ? [t('SEEKERS', { count: seekers })] : [])],
    button: subjectOf(lead, sender, language).button,
    rows: valueRows(form, values, site, language),
    linksTitle: t('SIMILAR_PROPERTIES'),
    links: similar.map((one) => ({
      label: `${titleOf(one, language)}, ${localized(one.city, language)}`,
      href: siteUrl + site.listingPath(one, language),
    })),
  });
}

function toFriend(lead: MailedLead, sender: Sender): OutgoingMail | null {
  const { values, language } = lead;
  const t = labelsIn(language);
  const { title, button } = subjectOf(lead, sender, language);
  if (!button) return null;
  const name = textOf(values, 'yourName');
  return agencyMail(sender.site, {
    kind: 'send-to-friend',
    to: textOf(values, 'friendEmail'),
    replyTo: textOf(values, 'email'),
    name: textOf(values, 'friendName'),
    subject: t('MAIL_SUBJECT_FRIEND', { name, title }),
    title,
    language,
    paragraphs: [t('MAIL_FRIEND_INTRO', { name }), textOf(values, 'message')].filter(Boolean),
    button,
    note: t('MAIL_FRIEND_FOOTER'),
  });
}

/** The subject of the lead, with a link to it. */
function subjectOf({ listing, projectTitle }: MailedLead, { site, siteUrl }: Sender, language: string) {
  if (!listing) return { title: projectTitle };
  return {
    title: `${titleOf(listing, language)} (${listing.reference})`,
    button: { label: labelsIn(language)('MAIL_VIEW_PROPERTY'), href: siteUrl + site.listingPath(listing, language) },
  };
}
