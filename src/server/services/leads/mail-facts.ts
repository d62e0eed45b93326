import type { FormDefinition, FormValues } from '../../../domain/forms/form.ts';
import { type Listing, titleOf } from '../../../domain/property/listing.ts';
import type { LabelKey, Translate } from '../../../i18n/labels.ts';
import { agencyFooter } from '../../catalogue/site/agency-footer.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { SavedSearchRow, ViewingRow } from '../../platform/database/schema.ts';
import { type MailFrame, mailBody } from '../../platform/mail/mail-layout.ts';
import { type MailLink, mailLinkToken } from '../../platform/signing/mail-link.ts';

/** What the mails of a request are made of. */
export interface MailFacts {
  form: FormDefinition;
  values: FormValues;
  language: string;
  listing: Listing | null;
  projectTitle: string;
  site: Site;
  siteUrl: string;
  secret: string;
  /** Label and value of each answer, in a language. */
  rowsIn(language: string): (readonly [string, string])[];
  newsletter: { confirmToken: string; unsubscribeToken: string } | null;
  /** The visit that was booked with it. */
  viewing: ViewingRow | null;
  /** The search that was registered with it. */
  search: Pick<SavedSearchRow, 'id' | 'state'> | null;
  /** How many people look for such a home. */
  seekers: number | null;
}

/** A text among the answers, empty when it was not given. */
export const text = (values: FormValues, name: string) => (typeof values[name] === 'string' ? values[name] : '');

/** Both bodies of a mail in the agency's frame. */
export function frame(
  facts: MailFacts,
  language: string,
  parts: Pick<MailFrame, 'title' | 'paragraphs'> & Partial<MailFrame>,
): { text: string; html: string } {
  const { agency } = facts.site.settings.site;
  return mailBody({
    language,
    agency: agency.name,
    footer: agencyFooter(facts.site, language),
    ...parts,
  });
}

/** What the request is about, and its address. */
export function titles(
  { listing, projectTitle, site, siteUrl }: MailFacts,
  language: string,
): { title: string; href: string | null } {
  return listing
    ? { title: `${titleOf(listing, language)} (${listing.reference})`, href: siteUrl + site.listingPath(listing, language) }
    : { title: projectTitle, href: null };
}

/** A link that does one thing. */
export function action(facts: MailFacts, language: string, t: Translate, label: LabelKey, link: MailLink) {
  return { label: t(label), href: `${facts.siteUrl}/${language}/m/${mailLinkToken(facts.secret, link)}/` };
}
