import { titleOf } from '../../../../domain/property/listing.ts';
import { brusselsDay } from '../../../../domain/time/brussels-day.ts';
import { labelsIn } from '../../../../i18n/labels.ts';
import type { Site } from '../../../catalogue/site/site.ts';
import type { Database } from '../../../platform/database/database.ts';
import { limit } from '../../../platform/rate-limit/rate-limit.ts';
import { storeLead } from '../../leads/store-lead.ts';
import type { Owner } from '../auth/owner.ts';
import { ownerMail } from '../auth/owner-mail.ts';
import type { OwnedProperty } from './owned-property.ts';

const LONGEST = 4000;

/** Stores what an owner wants changed in the advert, as a request with its mail to the agency; sent twice it is one. */
export async function suggestChange(
  database: Database,
  property: OwnedProperty,
  owner: Owner,
  message: string,
  { site, siteUrl, managerEmail }: { site: Site; siteUrl: string; managerEmail: string | null },
): Promise<{ ok: true } | { ok: false; problem: 'empty' | 'too-often' }> {
  const text = message.replaceAll('\0', '').trim().slice(0, LONGEST);
  if (!text) return { ok: false, problem: 'empty' };
  const often = await limit(database, `suggest:${owner.id}`, { points: 20, seconds: 3600 });
  if (!often.ok) return { ok: false, problem: 'too-often' };
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(property.id));
  const title = listing ? `${titleOf(listing, language)} (${listing.reference})` : property.id;
  await storeLead(database, {
    form: 'owner-suggestion',
    token: `suggestion ${owner.id} ${property.id} ${brusselsDay(new Date())}`,
    values: { message: text, name: owner.name },
    language: owner.language,
    page: site.paths.to('owner-advert', owner.language),
    propertyId: property.id,
    consentVersion: site.settings.forms.consentVersion,
    email: owner.email,
    mails: (reference) => [
      ownerMail(site, {
        kind: 'owner-suggestion',
        to: managerEmail ?? site.settings.forms.mailTo ?? site.settings.site.agency.email,
        replyTo: owner.email,
        language,
        subject: `${t('MAIL_SUBJECT_SUGGESTION', { title })} (${reference})`,
        title: t('MAIL_SUBJECT_SUGGESTION', { title }),
        paragraphs: [t('MAIL_SUGGESTION_INTRO', { name: owner.name }), text],
        ...(listing && { button: { label: t('MAIL_VIEW_PROPERTY'), href: siteUrl + site.listingPath(listing, language) } }),
      }),
    ],
  });
  return { ok: true };
}
