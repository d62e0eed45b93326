import { formatDateInWords } from '../../../i18n/format.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkToken } from '../../platform/signing/mail-link.ts';
import { documentsOf } from '../documents/documents.ts';
import { frame, type MailFacts, text, titles } from './mail-facts.ts';

/** The mail with the personal link to the papers of a home; null without an address or a home. */
export function documentsMail(facts: MailFacts, lead: string): OutgoingMail | null {
  const { language, listing, site, secret, siteUrl } = facts;
  const to = text(facts.values, 'email');
  if (!to || !listing) return null;
  const t = labelsIn(language);
  const documents = documentsOf(site, listing.id, language);
  const subject = t('MAIL_DOCUMENTS_SUBJECT', { title: titles(facts, language).title });
  const validMs = site.settings.alerts.documentDays * 86_400_000;
  const until = formatDateInWords(new Date(Date.now() + validMs).toISOString(), language);
  const token = mailLinkToken(secret, { do: 'documents', property: String(listing.id), lead }, Date.now(), validMs);
  return {
    kind: 'documents',
    to,
    replyTo: site.settings.site.agency.email,
    subject,
    ...frame(facts, language, {
      title: subject,
      paragraphs: documents.length > 0 ? [t('MAIL_DOCUMENTS_INTRO', { date: until })] : [t('MAIL_DOCUMENTS_NONE')],
      ...(documents.length > 0 && {
        rowsTitle: t('DOCUMENTS'),
        rows: documents.map(({ title }, at) => [String(at + 1), title] as const),
        button: { label: t('OPEN_DOCUMENTS'), href: `${siteUrl}/${language}/m/${token}/` },
      }),
    }),
  };
}
