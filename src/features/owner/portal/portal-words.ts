import { formatDate, formatDateInWords, formatTime, parseDate } from '../../../i18n/format.ts';
import type { LabelKey, Translate } from '../../../i18n/label-key.ts';
import { isKeyOf, recordOf } from '../../../platform/values/values.ts';
import { formNamed } from '../../lead/forms.ts';
import type { EntryColumn, PropertyEntry } from '../property-entry.ts';

/**
 * The URL of a page of the portal about a property, without a property that of the list: on the site for its owner, in
 * the studio for staff who see what the owner sees.
 */
export function sectionHref(
  { site, language, seenAs }: Pick<App.Locals, 'site' | 'language' | 'seenAs'>,
  section: string,
  property?: string,
): string {
  const base = seenAs ? `/studio/owners/${seenAs.owner.id}/${section}/` : (site.paths.find(section, language) ?? '');
  return property === undefined ? base : `${base}?property=${property}`;
}

/**
 * A moment as day and time in Brussels; a date without a time stays a date.
 * @example when('2026-11-24T13:00:00.000Z', 'nl') // '24-11-2026, 14:00'
 */
export function when(value: string, language: string, { inWords = false } = {}): string {
  const moment = parseDate(value);
  if (!moment) return '';
  const day = inWords ? formatDateInWords(value, language) : formatDate(value, language);
  return value.length > 10 ? `${day}, ${formatTime(moment.toISOString(), language)}` : day;
}

/** Words that agency systems use for types and states; anything else is shown as it was delivered. */
const WORDS: Readonly<Record<string, LabelKey>> = {
  viewing: 'ENTRY_VIEWING',
  phone: 'ENTRY_PHONE',
  email: 'ENTRY_EMAIL',
  letter: 'ENTRY_LETTER',
  meeting: 'ENTRY_MEETING',
  newsletter: 'NEWSLETTER',
  print: 'ENTRY_PRINT',
  search: 'ENTRY_SEARCH',
  alert: 'ENTRY_ALERT',
  requested: 'ENTRY_REQUESTED',
  confirmed: 'ENTRY_PLANNED',
  planned: 'ENTRY_PLANNED',
  done: 'ENTRY_DONE',
  missed: 'STUDIO_STATE_MISSED',
  cancelled: 'ENTRY_CANCELLED',
  new: 'STATUS_NEW',
  open: 'STATUS_NEW',
  responded: 'ENTRY_RESPONDED',
  handled: 'ENTRY_HANDLED',
  online: 'ENTRY_ONLINE',
  offline: 'ENTRY_OFFLINE',
  'owner-suggestion': 'ENTRY_SUGGESTION',
};
const INTERESTS = {
  yes: 'INTEREST_YES',
  maybe: 'INTEREST_MAYBE',
  no: 'INTEREST_NO',
} as const satisfies Record<string, LabelKey>;

/** The cells of an entry per column, in a language, and whether it is in the past. */
export function entryWords(
  entry: PropertyEntry,
  { t, language }: { t: Translate; language: string },
  now = new Date(),
): Record<EntryColumn, string> & { settled: boolean } {
  const word = (code: string) => {
    const form = formNamed(code);
    const label = form ? (form.entryTitle ?? form.title) : Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
    return label ? t(label) : code;
  };
  const over = entry.origin === 'viewing' && entry.status === 'confirmed' && entry.at < now.toISOString();
  const status = over ? 'done' : entry.status;
  const interest = isKeyOf(INTERESTS, entry.interest) ? t(INTERESTS[entry.interest]) : '';
  return {
    at: when(entry.at, language),
    type: word(entry.type),
    contact: contactOf(entry),
    subject: entry.origin === 'alert' ? t('ALERTS_SENT', { count: Number(entry.subject) }) : entry.subject,
    comment: [interest, entry.comment].filter(Boolean).join('. '),
    status: word(status),
    source: word(entry.source),
    link: entry.link,
    settled: ['done', 'missed', 'responded', 'handled', 'online'].includes(status),
  };
}

/** The person of an entry; visitors of this site appear only by first name and initial. */
function contactOf({ origin, contact, type }: PropertyEntry): string {
  if (origin === 'entry') return contact;
  if (origin === 'viewing') return shortName(contact);
  if (origin !== 'lead' || formNamed(type)?.isNameless) return '';
  const values = recordOf(JSON.parse(contact));
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  return shortName(`${text('firstName') || text('yourName') || text('name')} ${text('lastName')}`);
}

/** The heading of each column. */
export const COLUMN_LABELS: Readonly<Record<EntryColumn | 'since', LabelKey>> = {
  at: 'COL_DATE',
  since: 'COL_SINCE',
  type: 'COL_TYPE',
  contact: 'COL_CONTACT',
  subject: 'COL_SUBJECT',
  comment: 'COL_COMMENT',
  status: 'COL_STATUS',
  source: 'COL_SOURCE',
  link: 'COL_LINK',
};

/**
 * A visitor's name as an owner sees it: no more than is needed to talk about the viewing.
 * @example shortName('Marijke Van den Berg') // 'Marijke V.'
 */
export function shortName(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  return second ? `${first} ${second.charAt(0).toLocaleUpperCase()}.` : first;
}
