import { type Listing, titleOf } from '../../../domain/property/listing.ts';
import { formatDateInWords } from '../../../i18n/format.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import { documentsOf } from '../../catalogue/documents/documents.ts';
import { agencyMail } from '../../catalogue/site/agency-mail.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.ts';

const DAY_MS = 86_400_000;

/** The mail with the personal link to the documents of a property. */
export function documentsMail(
  {
    leadId,
    listing,
    email,
    name,
    language,
  }: { leadId: string; listing: Listing; email: string; name: string; language: string },
  { site, ...sender }: { site: Site; siteUrl: string; secret: string },
): OutgoingMail {
  const t = labelsIn(language);
  const documents = documentsOf(site, listing.id, language);
  const validMs = site.settings.alerts.documentDays * DAY_MS;
  const date = formatDateInWords(new Date(Date.now() + validMs).toISOString(), language);
  const link = { do: 'documents', property: String(listing.id), lead: leadId } as const;
  return agencyMail(site, {
    kind: 'documents',
    to: email,
    name,
    language,
    subject: t('MAIL_DOCUMENTS_SUBJECT', { title: `${titleOf(listing, language)} (${listing.reference})` }),
    paragraphs: documents.length > 0 ? [t('MAIL_DOCUMENTS_INTRO', { date })] : [t('MAIL_DOCUMENTS_NONE')],
    ...(documents.length > 0 && {
      rowsTitle: t('DOCUMENTS'),
      rows: documents.map(({ title }, at) => [String(at + 1), title] as const),
      button: { label: t('OPEN_DOCUMENTS'), href: mailLinkUrl(sender, language, link, validMs) },
    }),
  });
}
