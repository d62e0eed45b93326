import { formatDate } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { TenantFileRow } from '../../platform/database/tenant-schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { agencyRecipients, toEach } from '../agency/agency-recipients.server.ts';
import { titleAndTown } from '../property/plain-text.server.ts';
import type { TenantContext } from './tenant-files.server.ts';

type Sender = Pick<TenantContext, 'site' | 'secret' | 'siteUrl'>;

/** What the mails to a candidate share. */
function toCandidate(file: TenantFileRow, { site, secret, siteUrl }: Sender) {
  const language = site.languages.find((code) => code === file.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(file.property_id));
  const about = listing ? titleAndTown(listing, language) : file.property_id;
  const href = mailLinkUrl({ siteUrl, secret }, language, { do: 'tenant-file', file: file.id });
  const mail = { to: file.email, office: site.officeOf(listing).id, name: file.name, language };
  return { t, about, href, mail, until: formatDate(file.deletes_at, language) };
}

/** Asks a visitor for a file, by a link that only they have. */
export function askMail(file: TenantFileRow, sender: Sender): OutgoingMail {
  const { t, about, href, mail, until } = toCandidate(file, sender);
  return agencyMail(sender.site, {
    ...mail,
    kind: 'tenant-file',
    subject: t('TENANT_MAIL_ASK', { title: about }),
    paragraphs: [t('TENANT_MAIL_ASK_TEXT'), t('TENANT_NEVER'), t('TENANT_DELETED_ON', { date: until })],
    button: { label: t('TENANT_MAIL_BUTTON'), href },
  });
}

/** Tells a candidate what was decided; who is chosen is asked for what the contract needs. */
export function decisionMail(file: TenantFileRow, sender: Sender): OutgoingMail {
  const { t, about, href, mail, until } = toCandidate(file, sender);
  const isChosen = file.state === 'chosen';
  return agencyMail(sender.site, {
    ...mail,
    kind: `tenant-${file.state}`,
    subject: t(isChosen ? 'TENANT_MAIL_CHOSEN' : 'TENANT_MAIL_DECLINED', { title: about }),
    paragraphs: [
      t(isChosen ? 'TENANT_MAIL_CHOSEN_TEXT' : 'TENANT_MAIL_DECLINED_TEXT'),
      t('TENANT_DELETED_ON', { date: until }),
    ],
    ...(isChosen && { button: { label: t('TENANT_MAIL_BUTTON'), href } }),
  });
}

/** Tells the agency that a file came in; what it says stays in the studio. */
export function sentMail(file: TenantFileRow, { site }: Sender): OutgoingMail[] {
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(file.property_id));
  const office = site.officeOf(listing).id;
  const mail = agencyMail(site, {
    ...{ kind: 'tenant-file-agency', to: '', replyTo: file.email, language },
    subject: t('TENANT_MAIL_SENT', { name: file.name }),
    paragraphs: [t('TENANT_MAIL_SENT_TEXT')],
    rows: [[t('PROPERTY'), listing ? titleAndTown(listing, language) : file.property_id]],
  });
  return toEach(agencyRecipients(site, { agent: listing?.manager, office }), mail);
}
