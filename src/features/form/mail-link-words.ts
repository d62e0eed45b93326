import type { LabelKey } from '../../i18n/label-key.ts';

/**
 * What the page behind a mailed link shows: the question, what was done, or why it is not possible; `choose`: no time
 * was chosen.
 */
export type MailLinkState = 'open' | 'done' | 'taken' | 'choose' | 'over' | 'no-user' | 'failed';

/** The question, the button and the text shown once it is done. */
const WORDS: Readonly<Record<string, readonly [question: LabelKey, button: LabelKey, done: LabelKey]>> = {
  handled: ['LINK_HANDLED', 'MAIL_MARK_HANDLED', 'LINK_HANDLED_DONE'],
  approve: ['LINK_APPROVE', 'MAIL_APPROVE_TESTIMONIAL', 'LINK_APPROVE_DONE'],
  'confirm-newsletter': ['LINK_NEWSLETTER', 'MAIL_CONFIRM', 'SUCCESS_NEWSLETTER'],
  unsubscribe: ['LINK_UNSUBSCRIBE', 'UNSUBSCRIBE', 'SUCCESS_UNSUBSCRIBED'],
  'stop-digest': ['LINK_STOP_DIGEST', 'STOP_DIGEST', 'LINK_STOP_DIGEST_DONE'],
  'confirm-search': ['LINK_SEARCH', 'SEARCH_CONFIRM_BUTTON', 'SUCCESS_SEARCH'],
  'confirm-follow': ['LINK_FOLLOW', 'FOLLOW_CONFIRM_BUTTON', 'SUCCESS_FOLLOW_CONFIRMED'],
  'end-follow': ['LINK_FOLLOW_END', 'FOLLOW_END', 'SUCCESS_FOLLOW_END'],
  'end-search': ['LINK_SEARCH_END', 'ALERT_END', 'SUCCESS_SEARCH_END'],
  'confirm-viewing': ['LINK_VIEWING_CONFIRM', 'VIEWING_CONFIRM', 'LINK_VIEWING_CONFIRMED'],
  'cancel-viewing': ['LINK_VIEWING_CANCEL', 'VIEWING_CANCEL', 'LINK_VIEWING_CANCELLED'],
  'refuse-viewing': ['LINK_VIEWING_REFUSE', 'VIEWING_REFUSE', 'LINK_VIEWING_CANCELLED'],
  'move-viewing': ['LINK_VIEWING_MOVE', 'VIEWING_MOVE_SAVE', 'LINK_VIEWING_MOVED'],
};

/** The words of a kind of link; null for one that has a page of its own or is not known. */
export const mailLinkWords = (kind: string | null) =>
  kind && Object.hasOwn(WORDS, kind) ? (WORDS[kind] ?? null) : null;

/** The heading of the page, which is also its title. */
export function mailLinkHeading(kind: string | null, state: MailLinkState): LabelKey {
  if (state === 'no-user') return 'ERROR_USER_NOT_FOUND';
  if (state === 'over') return 'LINK_VIEWING_OVER';
  if (kind === 'documents' && state === 'open') return 'DOCUMENTS';
  const words = mailLinkWords(kind);
  if (!words || state === 'failed') return 'LINK_FAILED';
  if (state === 'taken') return 'LINK_VIEWING_TAKEN';
  return state === 'done' ? words[2] : words[0];
}
