import { labelsIn } from '../../../i18n/labels.ts';
import { agencyMail, type MailSite } from '../../catalogue/site/agency-mail.ts';
import type { SavedSearchRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.ts';

/** The person who saved a search, and its criteria in words. */
export interface SearchOwner {
  email: string;
  name: string;
  language: string;
  rows: readonly (readonly [label: string, value: string])[];
}

/** The mail that asks to confirm a saved search, or says that a changed one is active. */
export function savedSearchMail(
  { id, state }: Pick<SavedSearchRow, 'id' | 'state'>,
  { email, name, language, rows }: SearchOwner,
  { site, ...sender }: { site: MailSite; siteUrl: string; secret: string },
): OutgoingMail {
  const t = labelsIn(language);
  const isActive = state === 'confirmed';
  const href = (kind: 'confirm-search' | 'change-search' | 'end-search') =>
    mailLinkUrl(sender, language, { do: kind, search: id });
  return agencyMail(site, {
    kind: isActive ? 'search-changed' : 'search-confirm',
    to: email,
    name,
    language,
    subject: t(isActive ? 'SEARCH_CHANGED_SUBJECT' : 'SEARCH_CONFIRM_SUBJECT'),
    paragraphs: [t(isActive ? 'SEARCH_CHANGED_INTRO' : 'SEARCH_CONFIRM_INTRO')],
    ...(!isActive && { button: { label: t('SEARCH_CONFIRM_BUTTON'), href: href('confirm-search') } }),
    rows,
    unsubscribeUrl: oneClickUrl(sender, { do: 'end-search', search: id }),
    footerLinks: [
      { label: t('ALERT_CHANGE'), href: href('change-search') },
      { label: t('ALERT_END'), href: href('end-search') },
    ],
  });
}
