import { isOneOf } from '../values/values.ts';
import { isSigned, signatureOf } from './signature.server.ts';

/** The part of a path below which mailed links lie. */
export const MAILED = 'm';

/** What a link in a mail may do. Opening it changes nothing: its page shows one button. */
export type MailLink =
  | { do: 'handled'; reference: string }
  | { do: 'approve'; reference: string }
  | { do: 'confirm-newsletter'; token: string }
  | { do: 'unsubscribe'; token: string }
  | { do: 'stop-digest'; owner: string }
  /** `follows`: it is about followed properties, and its page says so. */
  | { do: 'confirm-search' | 'change-search' | 'end-search'; search: string; follows?: boolean }
  | { do: 'confirm-viewing' | 'move-viewing'; viewing: string }
  | { do: 'cancel-viewing'; viewing: string; by: 'visitor' | 'agency' }
  | { do: 'withdraw-offer'; offer: string }
  | { do: 'tenant-file'; file: string }
  | { do: 'documents'; property: string; lead: string };

const KINDS = [
  'handled',
  'approve',
  'confirm-newsletter',
  'unsubscribe',
  'stop-digest',
  'confirm-search',
  'change-search',
  'end-search',
  'confirm-viewing',
  'move-viewing',
  'cancel-viewing',
  'withdraw-offer',
  'tenant-file',
  'documents',
] as const satisfies MailLink['do'][];
const YEAR_MS = 31_536_000_000;

/** The token of a mailed link, valid for a year by default: `{payload}.{signature}`. */
export function mailLinkToken(secret: string, link: MailLink, now = Date.now(), validMs = YEAR_MS): string {
  const payload = Buffer.from(JSON.stringify({ ...link, until: now + validMs })).toString('base64url');
  return `${payload}.${signatureOf(secret, 'mail-link', payload)}`;
}

/** What the token of a mailed link may do; null when it is invalid or expired. */
export function readMailLink(secret: string, token: string, now = Date.now()): MailLink | null {
  const [payload = '', signature = ''] = token.slice(0, 1000).split('.');
  if (!isSigned(secret, 'mail-link', payload, signature)) return null;
  const link = withCurrentNames(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return isOpen(link, now) ? link : null;
}

/** Whether a link has one of our kinds and has not expired; only this site signs links, so the rest is its own. */
const isOpen = (link: Record<string, unknown>, now: number): link is MailLink =>
  isOneOf(KINDS, link.do) && Number(link.until) > now;

/** Links that were mailed before version 0.2 carry older names; they are valid for a year. */
function withCurrentNames({ booking, request, ...link }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...link,
    do: String(link.do).replace(/-visit$/, '-viewing'),
    ...(booking !== undefined && { viewing: booking }),
    ...(request !== undefined && { lead: request }),
  };
}

/** The URL of the page behind a mailed link. */
export function mailLinkUrl(
  { siteUrl, secret }: { siteUrl: string; secret: string },
  language: string,
  link: MailLink,
  validMs?: number,
): string {
  return `${siteUrl}/${language}/${MAILED}/${mailLinkToken(secret, link, Date.now(), validMs)}/`;
}

/** The URL that does with one POST what a mailed link is for (RFC 8058). */
export function oneClickUrl({ siteUrl, secret }: { siteUrl: string; secret: string }, link: MailLink): string {
  return `${siteUrl}/api/m/${mailLinkToken(secret, link)}`;
}
