import type { LabelKey } from '../../i18n/label-key.ts';
import { labelled } from '../../i18n/labelled.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { momentInWords } from '../property/plain-text.server.ts';
import { agencyMails } from './agency-mails.server.ts';
import type { ViewingChange } from './change-viewing.server.ts';
import { calendarOf, factsOf, type Sender, termsOf } from './viewing-facts.server.ts';

/** What the mails about a change of a viewing need to know of the time before it. */
interface Before {
  /** The time from which a viewing was moved. */
  startsAt: string;
  /** The name with which the visitor is addressed. */
  name: string;
  /** Why the agency changes it, in its own words; empty when it says nothing. */
  reason?: string;
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
      ? agencyMails(viewing, 'confirmed', sender)
      : change.do === 'move'
        ? agencyMails(viewing, { movedFrom: before.startsAt, byAgency: change.by === 'agency' }, sender)
        : agencyMails(viewing, change.by === 'visitor' ? 'cancelled' : 'declined', sender);
  return [toVisitor, ...toAgency];
}

/** Subject and first sentence of each mail to a visitor. */
const WORDS = {
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

const hoursUntil = (moment: string): number => Math.floor((Date.parse(moment) - Date.now()) / 3_600_000);

/**
 * The mail to a visitor: date and place, the calendar file once it is confirmed, and links to move or cancel. The first
 * mail also contains what the visitor entered.
 */
export function visitorMail(
  viewing: ViewingRow,
  about: keyof typeof WORDS | 'done' | 'missed',
  sender: Sender,
  { name, reference, reason = '', movedFrom = null, rows = [] }: Recipient,
): OutgoingMail {
  const { site } = sender;
  const state = about === 'moved' ? viewing.state : about;
  // What is over was confirmed.
  const kind = state === 'done' || state === 'missed' ? 'confirmed' : state;
  const language = site.languages.find((code) => code === viewing.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const [subject] = WORDS[about === 'moved' ? 'moved' : kind];
  const intro = about === 'moved' && kind === 'confirmed' ? 'VIEWING_INTRO_MOVED' : WORDS[kind][1];
  const isCertain = kind === 'confirmed' || kind === 'reminder';
  const facts = factsOf(viewing, sender, language, { isCertain });
  const isOff = kind === 'cancelled' || kind === 'cancelled-by-visitor';
  const links = isOff
    ? []
    : [
        {
          label: t('VIEWING_MOVE'),
          href: mailLinkUrl(sender, language, { do: 'move-viewing', viewing: viewing.id }),
        },
        {
          label: t('VIEWING_CANCEL'),
          href: mailLinkUrl(sender, language, { do: 'cancel-viewing', viewing: viewing.id, by: 'visitor' }),
        },
      ];
  const title = t(subject, { title: facts.title });
  const forms = site.settings.forms;
  const known = new Set(facts.rows.map(([label]) => label));
  const form = site.paths.find('form-contact-appointment', language);
  const again = form && `${sender.siteUrl}${form}?property=${viewing.property_id}`;
  return agencyMail(site, {
    kind: `viewing-${isOff ? 'cancelled' : kind}`,
    to: viewing.email,
    office: facts.office.id,
    name,
    language,
    subject: reference ? t('MAIL_REFERENCE', { text: title, reference }) : title,
    title,
    preheader: momentInWords(viewing.starts_at, language),
    paragraphs: [
      t(intro, {
        // Not longer than until the viewing itself.
        count: Math.max(1, Math.min(site.settings.viewings.holdHours, hoursUntil(viewing.starts_at))),
        within: t('ANSWER_WITHIN', { count: forms.replyDays }),
      }),
      ...(reason ? [labelled(t('VIEWING_REASON'), reason, language)] : []),
      ...(isCertain ? termsOf(viewing, site, language) : []),
    ],
    rows: [
      ...facts.rows,
      ...(movedFrom ? [[t('VIEWING_BEFORE'), momentInWords(movedFrom, language)] as const] : []),
      ...rows.filter(([label]) => !known.has(label)),
    ],
    ...(facts.href && {
      button:
        isOff && again
          ? { label: t('PLAN_A_VIEWING'), href: again }
          : { label: t('MAIL_VIEW_PROPERTY'), href: facts.href },
    }),
    links,
    ...((kind === 'confirmed' || (isOff && viewing.sequence > 0)) && {
      calendar: calendarOf(viewing, sender, language, { ...facts, links }, isOff),
    }),
  });
}
