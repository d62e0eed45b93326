import type { Site } from '../../content/site/site.ts';
import { formatNumber } from '../../i18n/format.ts';
import { labelled } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { LINK_MINUTES } from '../../platform/accounts/account-auth.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { OwnerRow } from '../../platform/database/owner-schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { agencyAddress, agencyMail, type MailSite } from '../agency/agency-mail.server.ts';
import { titleOf } from '../property/listing.ts';
import { viewPeriods } from '../statistics/views.ts';
import { propertyOverview } from './overview.server.ts';
import { ownedProperty, propertiesOfOwner } from './owned-property.server.ts';
import type { PortalSettings } from './settings.ts';

export const INVITATION_DAYS = 7;

/** The mail with a single-use link into the portal: an invitation, a new password, or a login without one. */
export function accessMail(
  kind: 'invitation' | 'password' | 'link',
  { to, name, language, token }: { to: string; name: string; language: string; token: string },
  { site, siteUrl }: { site: MailSite; siteUrl: string },
): OutgoingMail {
  const t = labelsIn(language);
  const agency = site.settings.site.agency.name;
  const words = {
    invitation: {
      subject: t('MAIL_SUBJECT_INVITATION', { agency }),
      intro: t('MAIL_INVITATION_INTRO', { agency }),
      button: t('CHOOSE_PASSWORD'),
      note: t('MAIL_INVITATION_NOTE', { days: INVITATION_DAYS }),
    },
    password: {
      subject: t('MAIL_SUBJECT_PASSWORD'),
      intro: t('MAIL_PASSWORD_INTRO'),
      button: t('CHOOSE_PASSWORD'),
      note: t('MAIL_ACCESS_NOTE', { minutes: LINK_MINUTES }),
    },
    link: {
      subject: t('MAIL_SUBJECT_LOGIN_LINK'),
      intro: t('MAIL_LOGIN_LINK_INTRO'),
      button: t('OPEN_LOGIN_LINK'),
      note: t('MAIL_ACCESS_NOTE', { minutes: LINK_MINUTES }),
    },
  }[kind];
  const page = kind === 'link' ? 'login-link' : 'login-password';
  return agencyMail(site, {
    kind: `owner-${kind}`,
    to,
    name,
    language,
    subject: words.subject,
    paragraphs: [words.intro],
    button: {
      label: words.button,
      href: `${siteUrl}${site.paths.to(page, language)}?token=${encodeURIComponent(token)}`,
    },
    note: words.note,
  });
}

/** The mail that notifies the agency of a login. */
export function loginNotice(name: string, site: MailSite): OutgoingMail {
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  return agencyMail(site, {
    kind: 'owner-login',
    to: agencyAddress(site),
    language,
    subject: t('OWNER_LOGIN_MAIL', { name }),
    preheader: name,
    paragraphs: [t('OWNER_LOGIN_SENTENCE', { name })],
  });
}

/** The dependencies of the weekly mails. */
export interface DigestParts {
  site: MailSite & Pick<Site, 'listing'> & { settings: { portal: PortalSettings } };
  secret: string;
  siteUrl: string;
}

const WEEK_MS = 604_800_000;
const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', hour: '2-digit', hourCycle: 'h23' });

/** Creates the weekly mails that are due, each once a week however many processes run. Returns the number of mails. */
export async function sendDigests(database: Database, parts: DigestParts, now = new Date()): Promise<number> {
  const { digestWeekday, digestHour } = parts.site.settings.portal;
  const today = brusselsDay(now);
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay() || 7;
  if (weekday < digestWeekday || (weekday === digestWeekday && Number(HOUR.format(now)) < digestHour)) return 0;
  const { week } = viewPeriods(today);
  const due = await database.db
    .selectFrom('owners')
    .selectAll()
    .where('digest', '=', 'weekly')
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('digest_week', 'is', null), eb('digest_week', '<', week)]))
    .execute();
  let sent = 0;
  for (const owner of due) {
    const mail = await digestMail(database, owner, parts, now);
    await database.transaction(async (transaction) => {
      const taken = await transaction
        .updateTable('owners')
        .set({ digest_week: week })
        .where('id', '=', owner.id)
        .where('digest', '=', 'weekly')
        .where((eb) => eb.or([eb('digest_week', 'is', null), eb('digest_week', '<', week)]))
        .executeTakeFirst();
      if (Number(taken.numUpdatedRows) === 0 || !mail) return;
      await enqueue(transaction, [mail]);
      sent += 1;
    });
  }
  return sent;
}

async function digestMail(
  database: Database,
  owner: OwnerRow,
  parts: DigestParts,
  now: Date,
): Promise<OutgoingMail | null> {
  const { site, siteUrl, secret } = parts;
  const { language } = owner;
  const t = labelsIn(language);
  const since = new Date(now.getTime() - WEEK_MS).toISOString();
  const rows: [string, string][] = [];
  for (const id of await propertiesOfOwner(database, owner)) {
    const property = await ownedProperty(database, owner, id);
    if (!property) continue;
    const { views, viewings, leads, documents, alerts } = await propertyOverview(database, property, since, now);
    const listing = site.listing(Number(id));
    const figures = [
      [t('NEWS_VIEWS'), views],
      [t('NEWS_VIEWINGS'), viewings],
      [t('NEWS_LEADS'), leads],
      [t('NEWS_DOCUMENTS'), documents],
      [t('NEWS_ALERTS'), alerts],
    ] as const;
    const text = figures.map(([name, value]) => labelled(name, formatNumber(value, language), language)).join('\n');
    rows.push([listing ? titleOf(listing, language) : t('REF_SHORT', { id }), text]);
  }
  if (rows.length === 0) return null;
  const stop = { do: 'stop-digest', owner: owner.id } as const;
  return agencyMail(site, {
    kind: 'owner-digest',
    to: owner.email,
    name: owner.name,
    language,
    subject: t('MAIL_SUBJECT_DIGEST'),
    paragraphs: [t('MAIL_DIGEST_INTRO')],
    rows,
    button: { label: t('OPEN_LOGIN_LINK'), href: siteUrl + site.paths.to('owner', language) },
    unsubscribeUrl: oneClickUrl({ siteUrl, secret }, stop),
    footerLinks: [{ label: t('STOP_DIGEST'), href: mailLinkUrl({ siteUrl, secret }, language, stop) }],
  });
}

/** Ends the weekly mail of an owner; false when the account no longer exists. */
export async function stopDigest({ db }: Database, ownerId: string): Promise<boolean> {
  const stopped = await db.updateTable('owners').set({ digest: 'off' }).where('id', '=', ownerId).executeTakeFirst();
  return Number(stopped.numUpdatedRows) > 0;
}
