import { labelsIn } from '../../i18n/labels.ts';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';
import type { MailSite } from './mail-site.ts';
import { ownerMail } from './owner-mail.ts';

/** The mail that tells the agency who logged in. */
export function loginNotice(name: string, site: MailSite): OutgoingMail {
  const language = site.defaultLanguage;
  const text = labelsIn(language)('OWNER_LOGIN_MAIL', { name });
  return ownerMail(site, {
    kind: 'owner-login',
    to: site.settings.forms.mailTo ?? site.settings.site.agency.email,
    language,
    subject: text,
    title: text,
    paragraphs: [],
  });
}
