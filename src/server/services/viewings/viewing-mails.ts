import { formatPhone } from '../../../domain/text/contact-details.ts';
import type { LabelKey } from '../../../i18n/label-key.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import { agencyAddress, agencyMail } from '../../catalogue/site/agency-mail.ts';
import { momentInWords } from '../../catalogue/site/plain-text.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.ts';
import type { ViewingChange } from './change-viewing.ts';
import { calendarOf, factsOf, type Sender, termsOf } from './viewing-facts.ts';

/** What the mails about a change of a viewing need to know of the time before it. */
interface Before {
  /** The time from which a viewing was moved. */
  startsAt: string;
  /** The name with which the visitor is addressed. */
  name: string;
}

/** The mails about a change of a viewing: to the visitor, and to the agency when the visitor made the change. */
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
  const toVisitor = visitorMail(viewing, about, sender, { name: before.name });
  const byVisitor = change.do === 'move' || (change.do === 'cancel' && change.by === 'visitor');
  return byVisitor
    ? [toVisitor, mailToAgency(viewing, change.do === 'move' ? { movedFrom: before.startsAt } : 'cancelled', sender)]
    : [toVisitor];
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
  rows?: readonly (readonly [label: string, value: string])[];
}

/**
 * The mail to a visitor: date and place, the calendar file once it is confirmed, and links to move or cancel. The first
 * mail also contains what the visitor entered.
 */
export function visitorMail(
  viewing: ViewingRow,
  about: keyof typeof WORDS | 'done',
  sender: Sender,
  { name, reference, rows = [] }: Recipient,
): OutgoingMail {
  const { site } = sender;
  const kind = about === 'done' ? 'confirmed' : about === 'moved' ? viewing.state : about;
  const language = site.languages.find((code) => code === viewing.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const [subject] = WORDS[about === 'moved' ? 'moved' : kind === 'done' ? 'confirmed' : kind];
  const [, intro] = WORDS[kind === 'done' ? 'confirmed' : kind];
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
  const form = site.paths.to('form-contact-appointment', language);
  const again = `${sender.siteUrl}${form}?property=${viewing.property_id}`;
  return agencyMail(site, {
    kind: `viewing-${isOff ? 'cancelled' : kind}`,
    to: viewing.email,
    name,
    language,
    subject: reference ? t('MAIL_REFERENCE', { text: title, reference }) : title,
    title,
    preheader: momentInWords(viewing.starts_at, language),
    paragraphs: [
      t(intro, {
        count: site.settings.viewings.holdHours,
        within: t('ANSWER_WITHIN', { count: forms.replyDays }),
      }),
      ...(isCertain ? termsOf(viewing, site, language) : []),
    ],
    rows: [...facts.rows, ...rows.filter(([label]) => !known.has(label))],
    ...(facts.href && {
      button: isOff
        ? { label: t('PLAN_A_VIEWING'), href: again }
        : { label: t('MAIL_VIEW_PROPERTY'), href: facts.href },
    }),
    links,
    ...((kind === 'confirmed' || (isOff && viewing.sequence > 0)) && {
      calendar: calendarOf(viewing, sender, language, { ...facts, links }, isOff),
    }),
  });
}

/** The mail to the agency when a visitor changed a viewing. */
function mailToAgency(viewing: ViewingRow, what: { movedFrom: string } | 'cancelled', sender: Sender): OutgoingMail {
  const { site } = sender;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const facts = factsOf(viewing, sender, language, { isCertain: true });
  return agencyMail(site, {
    kind: what === 'cancelled' ? 'viewing-cancelled-agency' : 'viewing-moved-agency',
    to: agencyAddress(site),
    replyTo: viewing.email,
    language,
    subject: t(what === 'cancelled' ? 'VIEWING_AGENCY_CANCELLED' : 'VIEWING_AGENCY_MOVED', { title: facts.title }),
    preheader: `${viewing.name}, ${momentInWords(viewing.starts_at, language)}`,
    rows: [
      ...facts.rows,
      ...(what === 'cancelled' ? [] : [[t('VIEWING_BEFORE'), momentInWords(what.movedFrom, language)] as const]),
      [t('NAME'), viewing.name],
      [t('EMAIL'), viewing.email],
      ...(viewing.phone ? [[t('PHONE'), formatPhone(viewing.phone)] as const] : []),
    ],
    ...(what !== 'cancelled' && agencyActions(viewing, sender)),
  });
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
