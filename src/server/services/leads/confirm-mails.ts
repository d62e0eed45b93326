import { labelsIn } from '../../../i18n/labels.ts';
import type { SavedSearchRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkToken } from '../../platform/signing/mail-link.ts';
import { action, frame, type MailFacts, text } from './mail-facts.ts';

/** Asks to confirm a registered search, or tells that a changed one runs. */
export function searchMail(facts: MailFacts, { id, state }: Pick<SavedSearchRow, 'id' | 'state'>): OutgoingMail {
  const { language, secret, siteUrl } = facts;
  const t = labelsIn(language);
  const isRunning = state === 'confirmed';
  const end = mailLinkToken(secret, { do: 'end-search', search: id });
  return {
    kind: isRunning ? 'search-changed' : 'search-confirm',
    to: text(facts.values, 'email'),
    replyTo: facts.site.settings.site.agency.email,
    subject: t(isRunning ? 'SEARCH_CHANGED_SUBJECT' : 'SEARCH_CONFIRM_SUBJECT'),
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/m/${end}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...frame(facts, language, {
      title: t(isRunning ? 'SEARCH_CHANGED_SUBJECT' : 'SEARCH_CONFIRM_SUBJECT'),
      paragraphs: [t(isRunning ? 'SEARCH_CHANGED_INTRO' : 'SEARCH_CONFIRM_INTRO')],
      rows: facts.rowsIn(language),
      ...(!isRunning && { button: action(facts, language, t, 'SEARCH_CONFIRM_BUTTON', { do: 'confirm-search', search: id }) }),
      footerLinks: [
        action(facts, language, t, 'ALERT_CHANGE', { do: 'change-search', search: id }),
        { label: t('ALERT_END'), href: `${siteUrl}/${language}/m/${end}/` },
      ],
    }),
  };
}

/** Asks to confirm the newsletter. */
export function newsletterMail(facts: MailFacts, tokens: { confirmToken: string; unsubscribeToken: string }): OutgoingMail {
  const { language } = facts;
  const t = labelsIn(language);
  const unsubscribe = mailLinkToken(facts.secret, { do: 'unsubscribe', token: tokens.unsubscribeToken });
  return {
    kind: 'newsletter-confirm',
    to: text(facts.values, 'email'),
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
