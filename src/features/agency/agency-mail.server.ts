import { join } from 'node:path';
import type { Content } from '../../content/content.ts';
import { describeProblem } from '../../content/files/problems.ts';
import { readContent } from '../../content/files/read-content.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { labelled } from '../../i18n/label-key.ts';
import { labelsIn, loadLabels } from '../../i18n/labels.server.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { type Paths, pathsOf } from '../../i18n/paths.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink, MailContent, MailPerson } from '../../platform/mail/mail-content.ts';
import { renderMail } from '../../platform/mail/render-mail.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import { addBrandFacts } from '../brand/brand-media.server.ts';
import { mailLook } from '../brand/mail-look.server.ts';
import type { BrandSettings } from '../brand/settings.ts';
import type { NeededRow } from '../page/route-rows.ts';
import type { OfficeSettings, SiteSettings } from './settings.ts';

/** What a mail to the agency is about: the agent who manages it and its office, by their ids. */
interface Concerned {
  agent?: string | null | undefined;
  office?: string | null | undefined;
}

/**
 * Who at the agency receives a mail about a property: its office and the agent who manages it, as the settings of forms
 * say; the office for a property without an agent, and for an agent without an email address.
 */
export function agencyRecipients(site: Site, { agent: agentId, office: officeId }: Concerned): string[] {
  const office = agencyAddress(site, officeId);
  const agent = site.members.find(({ id }) => id === agentId)?.email;
  const { managerMail } = site.settings.forms;
  if (!agent || managerMail === 'off') return [office];
  return managerMail === 'alone' ? [agent] : [...new Set([office, agent])];
}

/** A person of the agency as the writer of a mail; null for an id that nobody has. */
export function mailPerson(
  { site, siteUrl }: { site: Pick<Site, 'members' | 'settings'>; siteUrl: string },
  id: string | null | undefined,
  language: Language,
): MailPerson | null {
  const member = site.members.find((one) => one.id === id);
  if (!member) return null;
  const { name, role, phone, image } = member;
  const query = new URLSearchParams({ width: '250', format: 'jpeg', ...(image?.v && { v: image.v }) });
  return {
    name,
    image: image ? { src: `${siteUrl}/media/${image.src}?${query}` } : null,
    lines: [localized(role, language), phone ? formatPhone(phone, site.settings.site) : ''].filter(Boolean),
  };
}

/** Where the studio is; left out = under the public address. */
export type StudioPlace = Pick<Ctx, 'siteUrl'> & Partial<Pick<Ctx, 'studioOrigin'>>;

/** The link with which somebody at the agency opens a page of the studio, by its path below `/studio/`. */
export const studioLink = (
  { siteUrl, studioOrigin = siteUrl }: StudioPlace,
  path: string,
  language: Language,
): ContentLink => ({ label: labelsIn(language)('MAIL_OPEN_STUDIO'), href: `${studioOrigin}/studio/${path}` });

/** The same mail to each recipient, so that one that cannot be delivered keeps nobody else from reading it. */
export const toEach = (recipients: readonly string[], mail: OutgoingMail): OutgoingMail[] =>
  recipients.map((to) => ({ ...mail, to }));

/** The parts that differ from mail to mail; the agency's name, closing and footer are added. */
export interface AgencyMail
  extends Pick<OutgoingMail, 'kind' | 'to' | 'replyTo' | 'subject' | 'headers' | 'calendar'>,
    Partial<
      Pick<MailContent, 'title' | 'preheader' | 'paragraphs' | 'cards' | 'rows' | 'links' | 'footerLinks' | 'person'>
    >,
    Partial<Pick<MailContent, 'button' | 'rowsTitle' | 'linksTitle' | 'note'>> {
  language: Language;
  /** Name of the recipient; without it the salutation has no name. */
  name?: string | undefined;
  /** The office that replies are for, by its id; left out = the agency. */
  office?: string | null | undefined;
  /** Why the recipient gets this mail; the first line of the footer. */
  reason?: string;
  /** The person who wrote it; the closing names them before the agency. */
  signedBy?: string;
  /** true: written by a person, not by the site. */
  isPersonal?: true;
  /** URL that ends mails of this kind with one click (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Builds a mail of the agency; replies go to its office unless `replyTo` is given. */
export function agencyMail(site: MailSite, mail: AgencyMail): OutgoingMail {
  const {
    kind,
    to,
    subject,
    headers,
    calendar,
    language,
    name,
    office,
    reason,
    unsubscribeUrl,
    signedBy,
    isPersonal,
    ...content
  } = mail;
  const { agency } = site.settings.site;
  const t = labelsIn(language);
  const isForAgency = agencyMailboxes(site).includes(to);
  const { paragraphs = [], rows = [] } = content;
  return {
    kind,
    to,
    subject,
    replyTo: mail.replyTo || site.settings.offices.offices.find(({ id }) => id === office)?.email || agency.email,
    ...(calendar && { calendar }),
    headers: {
      ...(isPersonal && { 'Auto-Submitted': 'no' }),
      ...headers,
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...renderMail({
      ...content,
      language,
      look: mailLook(site.settings.brand),
      sender: agency.name,
      title: content.title ?? subject,
      preheader:
        content.preheader ??
        paragraphs[0] ??
        rows
          .slice(0, 2)
          .map(([label, value]) => labelled(label, value, language))
          .join(', '),
      salutation: salutationOf(name, language),
      paragraphs,
      buttonLine: t('MAIL_BUTTON_LINE'),
      closing: isForAgency ? [t('MAIL_CLOSING_SITE')] : closingOf(site, language, signedBy),
      footer: [...(reason ? [reason] : []), ...agencyFooter(site, language)],
    }),
  };
}

/** The first line of a mail to somebody. */
export function salutationOf(name: string | undefined, language: Language): string {
  const t = labelsIn(language);
  return name && isName(name) ? t('MAIL_SALUTATION', { name }) : t('MAIL_SALUTATION_PLAIN');
}

/** The last lines of a mail of the agency, after the person who wrote it. */
export const closingOf = ({ settings }: MailSite, language: Language, signedBy?: string): string[] => [
  labelsIn(language)('MAIL_CLOSING'),
  [signedBy, settings.site.agency.name].filter(Boolean).join(', '),
];

/** The email address at which the agency receives leads; with the id of an office, that of the office. */
export const agencyAddress = ({ settings }: MailSite, office?: string | null): string =>
  settings.offices.offices.find(({ id }) => id === office)?.email ??
  settings.forms.mailTo ??
  settings.site.agency.email;

/** The email addresses of the agency and of its offices. */
const agencyMailboxes = (site: MailSite): string[] => [
  agencyAddress(site),
  ...site.settings.offices.offices.map(({ email }) => email),
];

/** Every email address that the content has of the agency: its mailboxes, its team, and who gets reports. */
export function agencyAddresses({ settings, members }: { settings: object; members: readonly object[] }): Set<string> {
  const words = JSON.stringify([settings, members]).split(/[\s"<>:;,()\\]+/);
  return new Set(words.filter((word) => /[^@]@[^@]/.test(word)).map((address) => address.toLowerCase()));
}

/** Whether a text is a name as people have them: neither a sentence, a number nor an address of the web. */
const isName = (text: string) => /^[\p{L}\p{M}'’.,&()\- ]{1,80}$/u.test(text) && !/\.\p{L}{2}/u.test(text);

/** The sender: name with legal form, seat, company number and licence, as the law requires (WVV art. 2:20, BIV/IPI). */
function agencyFooter({ settings }: MailSite, language: Language): string[] {
  const { agency } = settings.site;
  const t = labelsIn(language);
  return [
    `${agency.legalName}, ${agency.street}, ${agency.zip} ${localized(agency.city, language)}, ` +
      `${formatPhone(agency.phone, settings.site)}`,
    [
      agency.companyNumber && t('COMPANY_NUMBER', { number: agency.companyNumber }),
      localized(agency.register, language),
    ]
      .filter(Boolean)
      .join(', '),
    agency.bivNumber && t('LICENSED_AGENT', { number: agency.bivNumber }),
  ].filter((line) => line !== '');
}

/** The parts of a site that mails need; both the running server and the command line provide them. */
export interface MailSite {
  settings: {
    site: SiteSettings;
    brand: BrandSettings;
    offices: OfficeSettings;
    forms: { mailTo?: string | undefined };
  };
  languages: readonly Language[];
  defaultLanguage: Language;
  paths: Pick<Paths<NeededRow>, 'to' | 'find'>;
}

/**
 * Reads the content and the logo for a command that writes mails, and loads its labels; invalid content is reported in
 * plain sentences.
 */
export async function readMailSite(
  contentDir: string,
): Promise<MailSite & { content: Content; t: ReturnType<typeof labelsIn> }> {
  const { content, problems } = readContent(contentDir);
  if (!content)
    throw new Error(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(describeProblem)
        .join('\n'),
    );
  await addBrandFacts(content, join(contentDir, 'media'));
  const { enabledLanguages: languages, defaultLanguage } = content.settings.site;
  loadLabels(content.labels);
  return {
    content,
    settings: content.settings,
    languages,
    defaultLanguage,
    paths: pathsOf(content.routes, languages),
    t: labelsIn(defaultLanguage),
  };
}
