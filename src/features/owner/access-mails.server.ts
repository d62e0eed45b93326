import { labelsIn } from '../../i18n/labels.server.ts';
import { LINK_MINUTES } from '../../platform/accounts/account-auth.server.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { agencyAddress, agencyMail, type MailSite } from '../agency/agency-mail.server.ts';

export const INVITATION_DAYS = 7;

/** The mail with a single-use link into the portal: an invitation, a new password, or a login without one. */
export function accessMail(
  kind: 'invitation' | 'password' | 'link',
  { to, name, language, token }: { to: string; name: string; language: string; token: string },
  { site, siteUrl }: { site: MailSite; siteUrl: string },
): OutgoingMail {
  const t = labelsIn(language);
  const agency = site.settings.site.agency.name;
  const words = {
    invitation: {
      subject: t('MAIL_SUBJECT_INVITATION', { agency }),
      intro: t('MAIL_INVITATION_INTRO', { agency }),
      button: t('CHOOSE_PASSWORD'),
      note: t('MAIL_INVITATION_NOTE', { days: INVITATION_DAYS }),
    },
    password: {
      subject: t('MAIL_SUBJECT_PASSWORD'),
      intro: t('MAIL_PASSWORD_INTRO'),
      button: t('CHOOSE_PASSWORD'),
      note: t('MAIL_ACCESS_NOTE', { minutes: LINK_MINUTES }),
    },
    link: {
      subject: t('MAIL_SUBJECT_LOGIN_LINK'),
      intro: t('MAIL_LOGIN_LINK_INTRO'),
      button: t('OPEN_LOGIN_LINK'),
      note: t('MAIL_ACCESS_NOTE', { minutes: LINK_MINUTES }),
    },
  }[kind];
  const page = kind === 'link' ? 'login-link' : 'login-password';
  return agencyMail(site, {
    kind: `owner-${kind}`,
    to,
    name,
    language,
    subject: words.subject,
    paragraphs: [words.intro],
    button: {
      label: words.button,
      href: `${siteUrl}${site.paths.to(page, language)}?token=${encodeURIComponent(token)}`,
    },
    note: words.note,
  });
}

/** The mail that notifies the agency of a login. */
export function loginNotice(name: string, site: MailSite): OutgoingMail {
  const language = site.defaultLanguage;
  const subject = labelsIn(language)('OWNER_LOGIN_MAIL', { name });
  return agencyMail(site, { kind: 'owner-login', to: agencyAddress(site), language, subject, preheader: name });
}
