import { formatPhone } from '../../../domain/text/contact-details.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import type { Language } from '../../../i18n/languages.ts';
import { localized } from '../../../i18n/localized.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { MailContent } from '../../platform/mail/mail-content.ts';
import { renderMail } from '../../platform/mail/render-mail.ts';
import type { MailSite } from './mail-site.ts';

/** The parts that differ from mail to mail; the agency's name, closing and footer are added. */
export interface AgencyMail
  extends Pick<OutgoingMail, 'kind' | 'to' | 'replyTo' | 'subject' | 'headers' | 'calendar'>,
    Partial<Pick<MailContent, 'title' | 'preheader' | 'paragraphs' | 'cards' | 'rows' | 'links' | 'footerLinks'>>,
    Partial<Pick<MailContent, 'button' | 'rowsTitle' | 'linksTitle' | 'note'>> {
  language: Language;
  /** Name of the recipient; without it the salutation has no name. */
  name?: string | undefined;
  /** Why the recipient gets this mail; the first line of the footer. */
  reason?: string;
  /** URL that ends mails of this kind with one click (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Builds a mail of the agency; replies go to the agency unless `replyTo` is given. */
export function agencyMail(site: MailSite, mail: AgencyMail): OutgoingMail {
  const { kind, to, subject, headers, calendar, language, name, reason, unsubscribeUrl, ...content } = mail;
  const { agency } = site.settings.site;
  const t = labelsIn(language);
  const isForAgency = to === agencyAddress(site);
  const { paragraphs = [], rows = [] } = content;
  return {
    kind,
    to,
    subject,
    replyTo: mail.replyTo || agency.email,
    ...(calendar && { calendar }),
    headers: {
      ...headers,
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...renderMail({
      ...content,
      language,
      sender: agency.name,
      title: content.title ?? subject,
      preheader:
        content.preheader ??
        paragraphs[0] ??
        rows
          .slice(0, 2)
          .map(([label, value]) => `${label}: ${value}`)
          .join(', '),
      salutation: name ? t('MAIL_SALUTATION', { name }) : t('MAIL_SALUTATION_PLAIN'),
      paragraphs,
      buttonLine: t('MAIL_BUTTON_LINE'),
      closing: isForAgency ? [t('MAIL_CLOSING_SITE')] : [t('MAIL_CLOSING'), agency.name],
      footer: [...(reason ? [reason] : []), ...agencyFooter(site, language)],
    }),
  };
}

/** The email address at which the agency receives leads. */
export const agencyAddress = ({ settings }: MailSite): string => settings.forms.mailTo ?? settings.site.agency.email;

/** The sender: name with legal form, seat, company number and licence, as the law requires (WVV art. 2:20, BIV/IPI). */
function agencyFooter({ settings }: MailSite, language: Language): string[] {
  const { agency } = settings.site;
  const t = labelsIn(language);
  return [
    `${agency.legalName}, ${agency.street}, ${agency.zip} ${localized(agency.city, language)}, ` +
      `${formatPhone(agency.phone)}`,
    [t('COMPANY_NUMBER', { number: agency.companyNumber }), localized(agency.register, language)]
      .filter(Boolean)
      .join(', '),
    t('LICENSED_AGENT', { number: agency.bivNumber }),
  ];
}
