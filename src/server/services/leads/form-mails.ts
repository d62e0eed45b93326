import { titleOf } from '../../../domain/property/listing.ts';
import { type LabelKey, labelsIn } from '../../../i18n/labels.ts';
import { localized } from '../../../i18n/localized.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { agencyLinks, visitorMail } from '../viewings/viewing-mails.ts';
import { newsletterMail, searchMail } from './confirm-mails.ts';
import { documentsMail } from './documents-mail.ts';
import { action, frame, type MailFacts, text, titles } from './mail-facts.ts';

/** The mails of a request: to the agency, the visitor, a friend, or to confirm the newsletter. */
export function formMails(facts: MailFacts, { id, reference }: { id: string; reference: string }): OutgoingMail[] {
  const made = facts.form.mails.map((kind) => {
    switch (kind) {
      case 'agency':
        return agencyMail(facts, reference);
      case 'receipt':
        return receipt(facts, reference);
      case 'friend':
        return friendMail(facts);
      case 'viewing':
        return facts.viewing
          ? visitorMail(facts.viewing, facts.viewing.state === 'confirmed' ? 'confirmed' : 'requested', facts)
          : receipt(facts, reference);
      case 'documents':
        return documentsMail(facts, id);
      case 'search':
        return facts.search && searchMail(facts, facts.search);
      default:
        return null;
    }
  });
  return [...made.filter((mail) => mail !== null), ...(facts.newsletter ? [newsletterMail(facts, facts.newsletter)] : [])];
}

function agencyMail(facts: MailFacts, reference: string): OutgoingMail {
  const { site, form, values } = facts;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const { title, href } = titles(facts, language);
  const subject = `${t(form.subject as LabelKey, { title })} (${reference})`;
  const rows = [...facts.rowsIn(language), [t('LANGUAGE_OF_VISITOR'), facts.language.toUpperCase()] as const];
  const links = [
    action(facts, language, t, 'MAIL_MARK_HANDLED', { do: 'handled', reference }),
    ...(form.name === 'testimonial'
      ? [action(facts, language, t, 'MAIL_APPROVE_TESTIMONIAL', { do: 'approve', reference })]
      : []),
    ...(facts.viewing ? agencyLinks(facts.viewing, facts) : []),
  ];
  return {
    kind: `${form.name}-agency`,
    to: site.settings.forms.mailTo ?? site.settings.site.agency.email,
    replyTo: text(values, 'email') || undefined,
    subject,
    ...frame(facts, language, {
      title: subject,
      paragraphs: [],
      rows,
      links,
      ...(href && { button: { label: t('MAIL_VIEW_PROPERTY'), href } }),
    }),
  };
}

function receipt(facts: MailFacts, reference: string): OutgoingMail | null {
  const { language, listing, site, siteUrl } = facts;
  const to = text(facts.values, 'email');
  if (!to) return null;
  const t = labelsIn(language);
  const { href } = titles(facts, language);
  const subject = t('MAIL_RECEIPT_SUBJECT', { reference });
  const similar = listing ? site.similar(listing, 3) : [];
  return {
    kind: `${facts.form.name}-receipt`,
    to,
    replyTo: site.settings.site.agency.email,
    subject,
    ...frame(facts, language, {
      title: t('THANK_YOU'),
      paragraphs: [t('MAIL_RECEIPT_INTRO'), ...(facts.seekers ? [t('SEEKERS', { count: facts.seekers })] : [])],
      rows: facts.rowsIn(language),
      ...(href && { button: { label: t('MAIL_VIEW_PROPERTY'), href } }),
      ...(similar.length > 0 && {
        linksTitle: t('SIMILAR_PROPERTIES'),
        links: similar.map((one) => ({
          label: `${titleOf(one, language)}, ${localized(one.city, language)}`,
          href: siteUrl + site.listingPath(one, language),
        })),
      }),
    }),
  };
}

function friendMail(facts: MailFacts): OutgoingMail | null {
  const { values, language } = facts;
  const t = labelsIn(language);
  const { title, href } = titles(facts, language);
  const name = text(values, 'yourName');
  if (!href) return null;
  const message = text(values, 'message');
  return {
    kind: 'send-to-friend',
    to: text(values, 'friendEmail'),
    replyTo: text(values, 'email') || undefined,
    subject: t('MAIL_SUBJECT_FRIEND', { name, title }),
    ...frame(facts, language, {
      title,
      paragraphs: [t('MAIL_FRIEND_INTRO', { name }), ...(message ? [message] : [])],
      button: { label: t('MAIL_VIEW_PROPERTY'), href },
      note: t('MAIL_FRIEND_FOOTER'),
    }),
  };
}
