import { nameOf, textOf } from '../features/form/form.ts';
import { type Listing, titleOf } from '../features/property/listing.ts';
import { momentInWords } from '../features/property/words.server.ts';
import { labelled, type Translate } from '../i18n/label-key.ts';
import type { ViewingRow } from '../platform/database/schema.ts';
import type { MailLink } from '../platform/signing/mail-link.server.ts';
import { excerpt } from '../platform/text/excerpt.ts';

const MESSAGE_LENGTH = 300;

/** What a mailed link is about. */
interface About {
  link: MailLink | null;
  viewing: ViewingRow | null;
  listing: Listing | null;
  lead: { values: Readonly<Record<string, unknown>> } | null;
}

/**
 * What the page of a mailed link is about, one line each: time and property of a viewing, and for the agency the name
 * and message of the visitor. Links of visitors show no name.
 */
export function mailLinkFacts({ link, viewing, listing, lead }: About, language: string, t: Translate): string[] {
  const isForAgency = link?.do === 'confirm-viewing' || (link?.do === 'cancel-viewing' && link.by === 'agency');
  const time = viewing ? momentInWords(viewing.starts_at, language) : '';
  return [
    viewing ? (link?.do === 'move-viewing' ? labelled(t('APPOINTMENT'), time, language) : time) : '',
    listing ? titleOf(listing, language) : '',
    viewing && isForAgency ? viewing.name : '',
    lead ? nameOf(lead.values) : '',
    lead ? excerpt(textOf(lead.values, 'message'), MESSAGE_LENGTH) : '',
  ].filter(Boolean);
}

/** What the words of the page of a link depend on: to cancel a viewing that was never confirmed is to decline it. */
export function mailLinkKind(link: MailLink | null, viewing: Pick<ViewingRow, 'state'> | null): string | null {
  if (!link) return null;
  if (link.do === 'cancel-viewing' && link.by === 'agency' && viewing?.state === 'requested') return 'refuse-viewing';
  return 'follows' in link && link.follows ? link.do.replace('search', 'follow') : link.do;
}

/** Whether the viewing of a link was cancelled or has been; to cancel a cancelled viewing is done already. */
export function isViewingOver(
  link: Pick<MailLink, 'do'> | null,
  viewing: Pick<ViewingRow, 'state' | 'starts_at'> | null,
  nowMs = Date.now(),
): boolean {
  if (!viewing || (link?.do === 'cancel-viewing' && viewing.state === 'cancelled')) return false;
  return ['cancelled', 'done'].includes(viewing.state) || Date.parse(viewing.starts_at) < nowMs;
}
