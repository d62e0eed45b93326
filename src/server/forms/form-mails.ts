import type { Answers, FormDefinition } from '../../domain/forms/form.ts';
import { type Listing, titleOf } from '../../domain/listing.ts';
import { formatPhone } from '../../domain/phone.ts';
import { similarHomes } from '../../domain/similar.ts';
import { type LabelKey, labelsIn, type Translate } from '../../i18n/labels.ts';
import { localized } from '../../i18n/localized.ts';
import { mailBody } from '../mail/mail-body.ts';
import type { MailFrame } from '../mail/mail-frame.ts';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';
import { type MailLink, mailLinkToken } from '../mail-links/mail-link.ts';
import type { Site } from '../site/site.ts';

/** What the mails of a request are made of. */
export interface MailFacts {
  form: FormDefinition;
  answers: Answers;
  language: string;
  home: Listing | null;
  projectTitle: string;
  site: Site;
  siteUrl: string;
  secret: string;
  /** Label and value of each answer, in a language. */
  rowsIn(language: string): (readonly [string, string])[];
  newsletter: { confirmToken: string; unsubscribeToken: string } | null;
}

/** The mails of a request: to the agency, the visitor, a friend, or to confirm the newsletter. */
export function formMails(facts: MailFacts, reference: string): OutgoingMail[] {
  const made = facts.form.mails.map((kind) =>
    kind === 'agency'
      ? agencyMail(facts, reference)
      : kind === 'receipt'
        ? receipt(facts, reference)
        : kind === 'friend'
          ? friendMail(facts)
          : null,
  );
  return [...made.filter((mail) => mail !== null), ...(facts.newsletter ? [newsletterMail(facts, facts.newsletter)] : [])];
}

const text = (answers: Answers, name: string) => (typeof answers[name] === 'string' ? answers[name] : '');

function frame(
  facts: MailFacts,
  language: string,
  parts: Pick<MailFrame, 'title' | 'paragraphs'> & Partial<MailFrame>,
): { text: string; html: string } {
  const { agency } = facts.site.settings.site;
  return mailBody({
    language,
    agency: agency.name,
    footer: [`${agency.name}, ${agency.street}, ${agency.zip} ${localized(agency.city, language)}, ${formatPhone(agency.phone)}`],
    ...parts,
  });
}

function titles({ home, projectTitle, site, siteUrl }: MailFacts, language: string): { title: string; href: string | null } {
  return home
    ? { title: `${titleOf(home, language)} (${home.reference})`, href: siteUrl + site.listingAddress(home, language) }
    : { title: projectTitle, href: null };
}

function action(facts: MailFacts, language: string, t: Translate, label: LabelKey, link: MailLink) {
  return { label: t(label), href: `${facts.siteUrl}/${language}/m/${mailLinkToken(facts.secret, link)}/` };
}

function agencyMail(facts: MailFacts, reference: string): OutgoingMail {
  const { site, form, answers } = facts;
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
  ];
  return {
    kind: `${form.name}-agency`,
    to: site.settings.forms.mailTo ?? site.settings.site.agency.email,
    replyTo: text(answers, 'email') || undefined,
    subject,
    ...frame(facts, language, {
      title: subject,
      paragraphs: [],
      rows,
      links,
      ...(href && { button: { label: t('MAIL_VIEW_HOME'), href } }),
    }),
  };
}

function receipt(facts: MailFacts, reference: string): OutgoingMail | null {
  const { language, home, site, siteUrl } = facts;
  const to = text(facts.answers, 'email');
  if (!to) return null;
  const t = labelsIn(language);
  const { href } = titles(facts, language);
  const subject = t('MAIL_RECEIPT_SUBJECT', { reference });
  const similar = home ? similarHomes(home, site.listings, 3) : [];
  return {
    kind: `${facts.form.name}-receipt`,
    to,
    replyTo: site.settings.site.agency.email,
    subject,
    ...frame(facts, language, {
      title: t('THANK_YOU'),
      paragraphs: [t('MAIL_RECEIPT_INTRO')],
      rows: facts.rowsIn(language),
      ...(href && { button: { label: t('MAIL_VIEW_HOME'), href } }),
      ...(similar.length > 0 && {
        linksTitle: t('SIMILAR_PROPERTIES'),
        links: similar.map((one) => ({
          label: `${titleOf(one, language)}, ${localized(one.city, language)}`,
          href: siteUrl + site.listingAddress(one, language),
        })),
      }),
    }),
  };
}

function friendMail(facts: MailFacts): OutgoingMail | null {
  const { answers, language } = facts;
  const t = labelsIn(language);
  const { title, href } = titles(facts, language);
  const name = text(answers, 'yourName');
  if (!href) return null;
  const message = text(answers, 'message');
  return {
    kind: 'send-to-friend',
    to: text(answers, 'friendEmail'),
    replyTo: text(answers, 'email') || undefined,
    subject: t('MAIL_SUBJECT_FRIEND', { name, title }),
    ...frame(facts, language, {
      title,
      paragraphs: [t('MAIL_FRIEND_INTRO', { name }), ...(message ? [message] : [])],
      button: { label: t('MAIL_VIEW_HOME'), href },
      note: t('MAIL_FRIEND_FOOTER'),
    }),
  };
}

function newsletterMail(facts: MailFacts, tokens: { confirmToken: string; unsubscribeToken: string }): OutgoingMail {
  const { language } = facts;
  const t = labelsIn(language);
  const unsubscribe = mailLinkToken(facts.secret, { do: 'unsubscribe', token: tokens.unsubscribeToken });
  return {
    kind: 'newsletter-confirm',
    to: text(facts.answers, 'email'),
    subject: t('MAIL_SUBJECT_NEWSLETTER'),
    headers: {
      'List-Unsubscribe': `<${facts.siteUrl}/api/m/${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...frame(facts, language, {
      title: t('NEWSLETTER'),
      paragraphs: [t('MAIL_CONFIRM_NEWSLETTER_INTRO')],
      button: action(facts, language, t, 'MAIL_CONFIRM', { do: 'confirm-newsletter', token: tokens.confirmToken }),
      footerLinks: [{ label: t('UNSUBSCRIBE'), href: `${facts.siteUrl}/${language}/m/${unsubscribe}/` }],
    }),
  };
}
