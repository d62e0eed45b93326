import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema, SubscriberRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.server.ts';
import { signatureOf } from '../../platform/signing/signature.server.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { agencyMail, type MailSite } from '../agency/agency-mail.server.ts';

/**
 * The tokens for the links of the confirmation mail; null when the email address is already confirmed and gets no mail.
 */
export type Subscription = { confirmToken: string; unsubscribeToken: string } | null;

/**
 * Records that an email address requested the newsletter; it counts only after `confirmSubscription`. Every mail to one
 * email address has the same tokens, so that the links of an earlier mail work too.
 */
export async function subscribe(
  db: Kysely<Schema>,
  { email, language }: { email: string; language: string },
  secret: string,
): Promise<Subscription> {
  const emailAddress = normalisedEmailAddress(email);
  const known = await db.selectFrom('newsletter').select('state').where('email', '=', emailAddress).executeTakeFirst();
  if (known?.state === 'confirmed') return null;
  const tokens = {
    confirmToken: signatureOf(secret, 'newsletter-confirm', emailAddress),
    unsubscribeToken: signatureOf(secret, 'newsletter-unsubscribe', emailAddress),
  };
  const row: Omit<SubscriberRow, 'email'> = {
    language,
    state: 'pending',
    confirm_hash: hashed(tokens.confirmToken),
    unsubscribe_hash: hashed(tokens.unsubscribeToken),
    created_at: new Date().toISOString(),
    confirmed_at: null,
    unsubscribed_at: null,
  };
  await db
    .insertInto('newsletter')
    .values({ email: emailAddress, ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute();
  return tokens;
}

/** The mail that asks to confirm the newsletter. */
export function newsletterMail(
  { email, name, language }: { email: string; name: string; language: string },
  { confirmToken, unsubscribeToken }: NonNullable<Subscription>,
  { site, ...sender }: { site: MailSite; siteUrl: string; secret: string },
): OutgoingMail {
  const t = labelsIn(language);
  const unsubscribe = { do: 'unsubscribe', token: unsubscribeToken } as const;
  return agencyMail(site, {
    kind: 'newsletter-confirm',
    to: email,
    name,
    language,
    subject: t('MAIL_SUBJECT_NEWSLETTER'),
    paragraphs: [t('MAIL_CONFIRM_NEWSLETTER_INTRO')],
    button: {
      label: t('MAIL_CONFIRM'),
      href: mailLinkUrl(sender, language, { do: 'confirm-newsletter', token: confirmToken }),
    },
    unsubscribeUrl: oneClickUrl(sender, unsubscribe),
    footerLinks: [{ label: t('UNSUBSCRIBE'), href: mailLinkUrl(sender, language, unsubscribe) }],
  });
}

/** Confirms by the token of a mail; null when it is unknown or the email address has unsubscribed. */
export async function confirmSubscription(
  db: Kysely<Schema>,
  token: string,
): Promise<{ email: string; language: string } | null> {
  const confirmed = await db
    .updateTable('newsletter')
    .set(({ fn, val }) => ({
      state: 'confirmed' as const,
      confirmed_at: fn.coalesce('confirmed_at', val(new Date().toISOString())),
    }))
    .where('confirm_hash', '=', hashed(token))
    .where('state', 'in', ['pending', 'confirmed'])
    .returning(['email', 'language'])
    .executeTakeFirst();
  return confirmed ?? null;
}

/** Unsubscribes by the token of the mail. Doing it twice has the same effect as once; null when it is unknown. */
export async function unsubscribe(
  db: Kysely<Schema>,
  token: string,
): Promise<{ email: string; language: string } | null> {
  const gone = await db
    .updateTable('newsletter')
    .set(({ fn, val }) => ({
      state: 'unsubscribed' as const,
      unsubscribed_at: fn.coalesce('unsubscribed_at', val(new Date().toISOString())),
    }))
    .where('unsubscribe_hash', '=', hashed(token))
    .returning(['email', 'language'])
    .executeTakeFirst();
  return gone ?? null;
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The state of the subscription with one of its two tokens; null when there is none. */
export async function subscriptionState(
  { db }: Database,
  kind: 'confirm' | 'unsubscribe',
  token: string,
): Promise<SubscriberRow['state'] | null> {
  const row = await db
    .selectFrom('newsletter')
    .select('state')
    .where(`${kind}_hash`, '=', hashed(token))
    .executeTakeFirst();
  return row?.state ?? null;
}

/** A confirmed email address of the newsletter. */
export interface Subscriber {
  email: string;
  language: string;
  confirmedAt: string;
}

/** Lists the subscribers who confirmed and did not unsubscribe. */
export async function listSubscribers({ db }: Database): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('newsletter')
    .select(['email', 'language', 'confirmed_at'])
    .where('state', '=', 'confirmed')
    .$narrowType<{ confirmed_at: string }>()
    .orderBy('email')
    .execute();
  return rows.map(({ email, language, confirmed_at }) => ({ email, language, confirmedAt: confirmed_at }));
}
