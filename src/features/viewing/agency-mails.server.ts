import { labelsIn } from '../../i18n/labels.server.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { agencyRecipients, toEach } from '../agency/agency-recipients.server.ts';
import { momentInWords } from '../property/plain-text.server.ts';
import { calendarOf, factsOf, type Sender } from './viewing-facts.server.ts';

/** What happened to a viewing; `declined`: by the agency. */
type Change = 'confirmed' | 'cancelled' | 'declined' | { movedFrom: string; byAgency: boolean };

/** Who at the agency gets a mail about a changed viewing: what the agency did itself reaches its agent only. */
function recipientsOf({ agent_id, property_id }: ViewingRow, site: Sender['site'], byAgency: boolean): string[] {
  const office = site.officeOf(site.listing(Number(property_id))).id;
  const mailbox = agencyAddress(site, office);
  return agencyRecipients(site, { agent: agent_id, office }).filter((to) => !byAgency || to !== mailbox);
}

/** Whether the agent of a viewing gets a mail about what the studio does with it. */
export const isAgentMailed = (viewing: ViewingRow, site: Sender['site']): boolean =>
  recipientsOf(viewing, site, true).length > 0;

/**
 * The mails to the agency about a changed viewing, with the calendar file once it is confirmed. What the agency did
 * itself reaches its agent only.
 */
export function agencyMails(viewing: ViewingRow, what: Change, sender: Sender): OutgoingMail[] {
  const { site } = sender;
  const isMoved = typeof what === 'object';
  const byAgency = isMoved ? what.byAgency : what !== 'cancelled';
  const recipients = recipientsOf(viewing, site, byAgency);
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(viewing, sender, language, { isCertain: true });
  const isOff = what === 'cancelled' || what === 'declined';
  const rows = [
    ...facts.rows,
    ...(isMoved ? [[t('VIEWING_BEFORE'), momentInWords(what.movedFrom, language)] as const] : []),
    ...visitorRows(viewing, site, language),
  ];
  const subject = isMoved
    ? 'VIEWING_AGENCY_MOVED'
    : isOff
      ? 'VIEWING_AGENCY_CANCELLED'
      : ('VIEWING_MAIL_CONFIRMED' as const);
  const mail = agencyMail(site, {
    kind: `viewing-${isMoved ? 'moved' : isOff ? 'cancelled' : 'confirmed'}-agency`,
    to: agencyAddress(site, site.officeOf(site.listing(Number(viewing.property_id))).id),
    replyTo: viewing.email,
    language,
    subject: t(subject, { title: facts.title }),
    preheader: `${viewing.name}, ${momentInWords(viewing.starts_at, language)}`,
    rows,
    ...(!isOff && agencyActions(viewing, sender)),
    // A viewing that never was in a calendar is not removed from one.
    ...((viewing.state === 'confirmed' || (isOff && viewing.sequence > 1)) && {
      calendar: calendarOf(viewing, sender, language, { ...facts, rows }, isOff),
    }),
  });
  return toEach(recipients, mail);
}

/** Name, email address and telephone number of the visitor. */
const visitorRows = (
  { name, email, phone }: ViewingRow,
  { settings }: Sender['site'],
  language: string,
): (readonly [string, string])[] => {
  const t = labelsIn(language);
  return [
    [t('NAME'), name],
    [t('EMAIL'), email],
    ...(phone ? [[t('PHONE'), formatPhone(phone, settings.site)] as const] : []),
  ];
};

/** The calendar file of a viewing for the agent who shows the property; null while it is not confirmed. */
export function agentCalendar(viewing: ViewingRow, sender: Sender): OutgoingMail['calendar'] | null {
  if (viewing.state !== 'confirmed') return null;
  const language = sender.site.defaultLanguage;
  const facts = factsOf(viewing, sender, language, { isCertain: true });
  const rows = [...facts.rows, ...visitorRows(viewing, sender.site, language)];
  return calendarOf(viewing, sender, language, { ...facts, rows });
}

/** How the agency confirms or cancels a viewing: a button while it is not confirmed, and a link. */
export function agencyActions(
  viewing: Pick<ViewingRow, 'id' | 'state'>,
  sender: Sender,
): { button?: ContentLink; links: ContentLink[] } {
  const language = sender.site.defaultLanguage;
  const t = labelsIn(language);
  const confirm = {
    label: t('VIEWING_CONFIRM'),
    href: mailLinkUrl(sender, language, { do: 'confirm-viewing', viewing: viewing.id }),
  };
  const cancel = {
    label: t(viewing.state === 'requested' ? 'VIEWING_REFUSE' : 'VIEWING_CANCEL'),
    href: mailLinkUrl(sender, language, { do: 'cancel-viewing', viewing: viewing.id, by: 'agency' }),
  };
  return viewing.state === 'requested' ? { button: confirm, links: [cancel] } : { links: [cancel] };
}
