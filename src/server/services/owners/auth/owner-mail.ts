import { formatPhone } from '../../../../domain/text/phone.ts';
import { localized } from '../../../../i18n/localized.ts';
import type { MailSite } from '../../../catalogue/site/mail-site.ts';
import type { OutgoingMail } from '../../../platform/mail/mail.ts';
import { type MailFrame, mailBody } from '../../../platform/mail/mail-layout.ts';

interface Parts extends Omit<MailFrame, 'language' | 'agency' | 'footer'>, Pick<OutgoingMail, 'kind' | 'to' | 'subject'> {
  language: string;
  headers?: OutgoingMail['headers'];
  replyTo?: string;
}

/** A mail of the portal in the frame that all mails share; answers go to the agency. */
export function ownerMail({ settings }: MailSite, parts: Parts): OutgoingMail {
  const { kind, to, subject, headers, replyTo, language, ...frame } = parts;
  const { agency } = settings.site;
  return {
    kind,
    to,
    subject,
    replyTo: replyTo ?? agency.email,
    ...(headers && { headers }),
    ...mailBody({
      ...frame,
      language,
      agency: agency.name,
      footer: [
        `${agency.name}, ${agency.street}, ${agency.zip} ${localized(agency.city, language)}, ${formatPhone(agency.phone)}`,
      ],
    }),
  };
}
