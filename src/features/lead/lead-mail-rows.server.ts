import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/localized.ts';
import { documentsOf } from '../document/documents.server.ts';
import { addressWords } from '../property/address-words.server.ts';
import { titleOf } from '../property/listing.ts';
import { priceWords } from '../property/plain-text.server.ts';
import type { MailedLead, Sender } from './lead-mails.server.ts';

/** The price of the property, where the form compares an amount with it. */
export function priceRow({ form, listing }: MailedLead, language: string): (readonly [string, string])[] {
  const t = labelsIn(language);
  return form.namesPrice && listing ? [[t('ASKING_PRICE'), priceWords(listing, language, t)]] : [];
}

/** What the mail to the agency says of the property itself. */
export function subjectRows(lead: MailedLead, { site }: Sender, language: string): (readonly [string, string])[] {
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
export function subjectOf({ listing, project }: MailedLead, { site, siteUrl }: Sender, language: string) {
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
export const withReference = (text: string, reference: string, t: Translate) =>
  t('MAIL_REFERENCE', { text, reference });
