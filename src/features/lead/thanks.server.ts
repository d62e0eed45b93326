import type { Ctx } from '../../content/site/ctx.server.ts';
import { setCookie } from '../../platform/http/cookies.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';
import { type FormValues, type LeadOutcome, textOf } from '../form/form.ts';
import type { Listing } from '../property/listing.ts';
import { shownViewing } from '../viewing/viewing-facts.server.ts';
import { agentOf } from '../viewing/viewing-slots.ts';
import { formNamed } from './forms.ts';
import { valueRows } from './lead-subject.server.ts';
import { findLead } from './leads.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

/** Name of the cookie that opens the personal part of a thank-you page. */
export const SENT_COOKIE = 'sent';
const MINUTES = 30;

/** What only the browser that sent a lead is shown, while its cookie is valid. */
export interface SentLead {
  name: string;
  /** Who replies: the agent of the property or the viewing; null for the agency. */
  agent: string | null;
  listing: Listing | null;
  outcome: LeadOutcome;
  values: FormValues;
  rows: readonly (readonly [label: string, value: string])[];
  viewing: { rows: readonly (readonly [label: string, value: string])[]; calendar: string | null } | null;
}

// The thank-you pages. Their URL names the reference only. What is personal is read from the database for the browser
// that sent the lead: a cookie of half an hour, for the path of that page alone, holds the signed reference.

/** The cookie with which a browser may read its own lead for some minutes. */
export function cookie(ctx: Parts, reference: string, path: string, nowMs = Date.now()): string {
  const text = `${reference}.${(nowMs + MINUTES * 60_000).toString(36)}`;
  const value = `${text}.${signatureOf(ctx.secret, 'sent', text)}`;
  const secure = ctx.siteUrl.startsWith('https:');
  return setCookie(SENT_COOKIE, value, { maxAge: MINUTES * 60, secure, httpOnly: true, path });
}

/** The lead with this reference, for the browser with this cookie; null for any other. */
export async function lead(
  ctx: Parts,
  reference: string,
  cookie: string | null,
  language: string,
  nowMs = Date.now(),
): Promise<SentLead | null> {
  const [named = '', until = '', signature = ''] = (cookie ?? '').slice(0, 200).split('.');
  if (named !== reference || !isSigned(ctx.secret, 'sent', `${named}.${until}`, signature)) return null;
  if (Number.parseInt(until, 36) < nowMs) return null;
  const lead = await findLead(ctx.database, reference);
  const form = lead && formNamed(lead.form);
  if (!form) return null;
  const row = await ctx.database.db
    .selectFrom('viewings')
    .selectAll()
    .where('lead_id', '=', lead.id)
    .executeTakeFirst();
  const state = row?.state === 'requested' || row?.state === 'confirmed' ? row.state : null;
  const viewing = state && row ? row : null;
  const listing = lead.propertyId ? ctx.site.listing(Number(lead.propertyId)) : null;
  const agent = viewing?.agent_id ?? (listing && agentOf(listing));
  return {
    name: textOf(lead.values, 'firstName') || textOf(lead.values, 'yourName'),
    agent: ctx.site.members.find(({ id }) => id === agent)?.name ?? null,
    listing,
    outcome: state ? `viewing-${state}` : 'sent',
    values: lead.values,
    rows: valueRows(form, lead.values, ctx.site, language),
    viewing: viewing && shownViewing(viewing, { site: ctx.site, secret: ctx.secret, siteUrl: ctx.siteUrl }, language),
  };
}
