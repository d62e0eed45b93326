import type { Transaction } from 'kysely';
import { type LabelKey, labelled, type Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { ownersOf } from '../../platform/accounts/account-auth.server.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.server.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import {
  agencyAddress,
  agencyMail,
  agencyRecipients,
  mailPerson,
  studioLink,
  toEach,
} from '../agency/agency-mail.server.ts';
import { listingCard, momentInWords } from '../property/words.server.ts';
import type { ViewingChange } from './viewing-facts.server.ts';
import { calendarOf, factsOf, type Sender, termsOf } from './viewing-facts.server.ts';

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
export function agencyMails(viewing: ViewingRow, what: Change, sender: Sender, remark: string): OutgoingMail[] {
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
    ...visitorRows(viewing, site, language, remark),
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
    paragraphs: byAgency
      ? []
      : [t(isMoved ? 'VIEWING_AGENCY_MOVED_BY_VISITOR' : 'VIEWING_AGENCY_CANCELLED_BY_VISITOR')],
    rows,
    ...withStudio(
      isOff ? { links: [] } : agencyActions(viewing, sender),
      studioLink(sender, `agenda/${viewing.id}/`, language),
    ),
    // A viewing that never was in a calendar is not removed from one.
    ...((viewing.state === 'confirmed' || (isOff && viewing.sequence > 1)) && {
      calendar: calendarOf(viewing, sender, language, { ...facts, rows }, isOff),
    }),
  });
  return toEach(recipients, mail);
}

/** The studio is the button of a mail that has none, else the first link. */
const withStudio = ({ button, links }: { button?: ContentLink; links: ContentLink[] }, studio: ContentLink) =>
  button ? { button, links: [studio, ...links] } : { button: studio, links };

/** Name, email address and telephone number of the visitor, and what they wrote. */
const visitorRows = (
  { name, email, phone }: ViewingRow,
  { settings }: Sender['site'],
  language: string,
  remark: string,
): (readonly [string, string])[] => {
  const t = labelsIn(language);
  return [
    [t('NAME'), name],
    ...(email ? [[t('EMAIL'), email] as const] : []),
    ...(phone ? [[t('PHONE'), formatPhone(phone, settings.site)] as const] : []),
    ...(remark ? [[t('REMARK'), remark] as const] : []),
  ];
};

/** The calendar file of a viewing for the agent who shows the property; null while it is not confirmed. */
export function agentCalendar(viewing: ViewingRow, sender: Sender, remark: string): OutgoingMail['calendar'] | null {
  if (viewing.state !== 'confirmed') return null;
  const language = sender.site.defaultLanguage;
  const facts = factsOf(viewing, sender, language, { isCertain: true });
  const rows = [...facts.rows, ...visitorRows(viewing, sender.site, language, remark)];
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

/** Subject and sentence of each mail to an owner. */
const OWNER_WORDS = {
  confirmed: ['VIEWING_MAIL_CONFIRMED', 'VIEWING_OWNER_CONFIRMED'],
  moved: ['VIEWING_MAIL_MOVED', 'VIEWING_OWNER_MOVED'],
  cancelled: ['VIEWING_MAIL_CANCELLED', 'VIEWING_OWNER_CANCELLED'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/**
 * Whether the owners get a mail about a change: when the viewing is confirmed after it, or was before. Who confirms it,
 * and whether by a move, does not matter.
 */
export const areOwnersMailed = (before: ViewingRow['state'], after: ViewingRow['state']): boolean =>
  before === 'confirmed' || after === 'confirmed';

/** The mails to the owners about a change of a viewing: they may be there. They do not name the visitor. */
export async function ownerMails(
  transaction: Transaction<Schema>,
  viewing: ViewingRow,
  { change, next }: { change: ViewingChange; next: Partial<ViewingRow> },
  sender: Sender,
): Promise<OutgoingMail[]> {
  const after = { ...viewing, ...next };
  if (!areOwnersMailed(viewing.state, after.state)) return [];
  const { site } = sender;
  // Owners hear of a viewing once it is confirmed: until then there is no time from which it was moved.
  const what = change.do === 'cancel' ? 'cancelled' : viewing.state === 'confirmed' ? 'moved' : 'confirmed';
  const [subject, sentence] = OWNER_WORDS[what];
  return (await ownersOf(transaction, viewing.property_id)).map((owner) => {
    const language = site.languages.find((code) => code === owner.language) ?? site.defaultLanguage;
    const t = labelsIn(language);
    const { title, rows } = factsOf(after, sender, language, { isCertain: true });
    const before = momentInWords(viewing.starts_at, language);
    return agencyMail(site, {
      kind: `viewing-${what}-owner`,
      to: owner.email,
      name: owner.name,
      language,
      subject: t(subject, { title }),
      preheader: momentInWords(after.starts_at, language),
      paragraphs: [t(sentence)],
      rows: what === 'moved' ? [...rows, [t('VIEWING_BEFORE'), before] as const] : rows,
    });
  });
}

/** What the mails about a change of a viewing need to know of the time before it. */
interface Before {
  /** The time from which a viewing was moved. */
  startsAt: string;
  /** The name with which the visitor is addressed. */
  name: string;
  /** Why the agency changes it, in its own words; empty when it says nothing. */
  reason?: string;
  /** What the visitor wrote with it. */
  remark: string;
}

/** The mails about a change of a viewing: to the visitor, and to the agency or its agent. */
export function viewingMails(
  viewing: ViewingRow,
  change: ViewingChange,
  sender: Sender,
  before: Before,
): OutgoingMail[] {
  const about =
    change.do === 'cancel'
      ? change.by === 'visitor'
        ? 'cancelled-by-visitor'
        : 'cancelled'
      : change.do === 'move'
        ? 'moved'
        : viewing.state;
  const toVisitor = visitorMail(viewing, about, sender, {
    name: before.name,
    reason: before.reason ?? '',
    movedFrom: change.do === 'move' ? before.startsAt : null,
  });
  const toAgency =
    change.do === 'confirm'
      ? agencyMails(viewing, 'confirmed', sender, before.remark)
      : change.do === 'move'
        ? agencyMails(viewing, { movedFrom: before.startsAt, byAgency: change.by === 'agency' }, sender, before.remark)
        : agencyMails(viewing, change.by === 'visitor' ? 'cancelled' : 'declined', sender, before.remark);
  return [toVisitor, ...toAgency];
}

/** Subject and first sentence of each mail to a visitor. */
const VISITOR_WORDS = {
  requested: ['VIEWING_MAIL_REQUESTED', 'VIEWING_INTRO_REQUESTED'],
  confirmed: ['VIEWING_MAIL_CONFIRMED', 'VIEWING_INTRO_CONFIRMED'],
  moved: ['VIEWING_MAIL_MOVED', 'VIEWING_INTRO_REQUESTED'],
  cancelled: ['VIEWING_MAIL_CANCELLED', 'VIEWING_INTRO_CANCELLED'],
  'cancelled-by-visitor': ['VIEWING_MAIL_CANCELLED', 'VIEWING_INTRO_CANCELLED_BY_VISITOR'],
  reminder: ['VIEWING_MAIL_REMINDER', 'VIEWING_INTRO_REMINDER'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/** To whom a mail is addressed and, in the first one, what the visitor entered. */
interface Recipient {
  /** The name with which the visitor is addressed. */
  name: string;
  reference?: string;
  reason?: string;
  /** The time from which the viewing was moved. */
  movedFrom?: string | null;
  rows?: readonly (readonly [label: string, value: string])[];
}

const earliest = (one: string, other: string): string => (one < other ? one : other);

/**
 * The mail to a visitor: date and place, the calendar file once it is confirmed, and links to move or cancel. The first
 * mail also contains what the visitor entered.
 */
export function visitorMail(
  viewing: ViewingRow,
  about: keyof typeof VISITOR_WORDS | 'done' | 'missed',
  sender: Sender,
  { name, reference, reason = '', movedFrom = null, rows = [] }: Recipient,
): OutgoingMail {
  const { site } = sender;
  const state = about === 'moved' ? viewing.state : about;
  // What is over was confirmed.
  const kind = state === 'done' || state === 'missed' ? 'confirmed' : state;
  const language = site.languages.find((code) => code === viewing.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const [subject] = VISITOR_WORDS[about === 'moved' ? 'moved' : kind];
  const intro = about === 'moved' && kind === 'confirmed' ? 'VIEWING_INTRO_MOVED' : VISITOR_WORDS[kind][1];
  const isCertain = kind === 'confirmed' || kind === 'reminder';
  const facts = factsOf(viewing, sender, language, { isCertain });
  const isOff = kind === 'cancelled' || kind === 'cancelled-by-visitor';
  const listing = site.listing(Number(viewing.property_id));
  const route = isCertain && facts.address ? [routeTo(facts.address, t)] : [];
  const links = isOff ? [] : [...route, ...visitorLinks(viewing, sender, language)];
  const title = t(subject, { title: facts.title });
  const known = new Set(facts.rows.map(([label]) => label));
  return agencyMail(site, {
    kind: `viewing-${isOff ? 'cancelled' : kind}`,
    to: viewing.email,
    office: facts.office.id,
    name,
    language,
    subject: reference ? t('MAIL_REFERENCE', { text: title, reference }) : title,
    title: t(subject, { title: momentInWords(viewing.starts_at, language) }),
    preheader: momentInWords(viewing.starts_at, language),
    paragraphs: [
      t(intro, {
        // Not longer than until the viewing itself.
        until: momentInWords(earliest(viewing.held_until ?? viewing.starts_at, viewing.starts_at), language),
        within: t('ANSWER_WITHIN', { count: site.settings.forms.replyDays }),
      }),
      ...(reason ? [labelled(t('VIEWING_REASON'), reason, language)] : []),
      ...(isCertain ? termsOf(viewing, site, language) : []),
    ],
    cards: listing && !isOff ? [listingCard(listing, sender, language)] : [],
    person: isOff ? null : mailPerson(sender, viewing.agent_id, language),
    rows: [
      ...facts.rows,
      ...(movedFrom ? [[t('VIEWING_BEFORE'), momentInWords(movedFrom, language)] as const] : []),
      ...rows.filter(([label]) => !known.has(label)),
    ],
    button: facts.href ? buttonOf(viewing, sender, { t, language, href: facts.href, isCertain, isOff }) : undefined,
    links,
    ...((kind === 'confirmed' || (isOff && viewing.sequence > 0)) && {
      calendar: calendarOf(viewing, sender, language, { ...facts, links }, isOff),
    }),
  });
}

/** How a visitor moves or cancels a viewing. */
function visitorLinks({ id: viewing }: ViewingRow, sender: Sender, language: string): ContentLink[] {
  const t = labelsIn(language);
  return [
    { label: t('VIEWING_MOVE'), href: mailLinkUrl(sender, language, { do: 'move-viewing', viewing }) },
    {
      label: t('VIEWING_CANCEL'),
      href: mailLinkUrl(sender, language, { do: 'cancel-viewing', viewing, by: 'visitor' }),
    },
  ];
}

/**
 * What a visitor does next: put a certain viewing into the calendar, as it is when the link is opened; plan another one
 * for what was cancelled; or look at the property.
 */
function buttonOf(
  { id: viewing, property_id }: ViewingRow,
  sender: Sender,
  about: { t: Translate; language: string; href: string; isCertain: boolean; isOff: boolean },
): ContentLink {
  const { t, language, href, isCertain, isOff } = about;
  if (isCertain)
    return {
      label: t('ADD_TO_CALENDAR'),
      href: `${oneClickUrl(sender, { do: 'move-viewing', viewing })}?calendar`,
    };
  const form = isOff ? sender.site.paths.find('form-contact-appointment', language) : null;
  return form
    ? { label: t('PLAN_A_VIEWING'), href: `${sender.siteUrl}${form}?property=${property_id}` }
    : { label: t('MAIL_VIEW_PROPERTY'), href };
}

/** The way to an address on a map. */
const routeTo = (address: string, t: Translate): ContentLink => ({
  label: t('MAP_ROUTE', { host: 'openstreetmap.org' }),
  href: `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`,
});
