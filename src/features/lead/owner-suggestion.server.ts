import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { agencyAddress, agencyMail, type StudioPlace, studioLink } from '../agency/agency-mail.server.ts';
import { OWNER_SUGGESTION } from '../owner/owner-suggestion.ts';
import { titleOf } from '../property/listing.ts';
import { storeLead } from './store-lead.server.ts';

/** A change to the advert of a property that an owner suggests. */
export interface OwnerSuggestion {
  owner: { id: string; name: string; email: string; language: string };
  propertyId: string;
  /** The text as it was typed. */
  text: string;
  /** Email address of the agent who manages the property; null when there is none. */
  managerEmail: string | null;
}

const LONGEST = 4000;

/** Stores a suggestion as a lead with its mail to the agency; the same suggestion is stored once a day. */
export async function storeSuggestion(
  { owner, propertyId, text, managerEmail }: OwnerSuggestion,
  ctx: { database: Database; site: Site } & StudioPlace,
): Promise<{ ok: true } | { ok: false; problem: 'empty' | 'too-often' }> {
  const { database, site } = ctx;
  const message = text.replaceAll('\0', '').trim().slice(0, LONGEST);
  if (!message) return { ok: false, problem: 'empty' };
  const often = await limit(database, `suggest:${owner.id}`, { points: 20, seconds: 3600 });
  if (!often.ok) return { ok: false, problem: 'too-often' };
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(propertyId));
  const title = t('MAIL_SUBJECT_SUGGESTION', {
    title: listing ? titleOf(listing, language) : propertyId,
  });
  await storeLead(database, {
    form: OWNER_SUGGESTION,
    token: `suggestion ${owner.id} ${propertyId} ${brusselsDay(new Date())}`,
    values: { message, lastName: owner.name },
    language: owner.language,
    page: site.paths.to('owner-advert', owner.language),
    propertyId,
    consentVersion: site.settings.forms.consentVersion,
    email: owner.email,
    within: async (_transaction, { reference }) => [
      agencyMail(site, {
        kind: OWNER_SUGGESTION,
        to: managerEmail ?? agencyAddress(site, site.officeOf(site.listing(Number(propertyId))).id),
        replyTo: owner.email,
        language,
        subject: t('MAIL_REFERENCE', { text: title, reference }),
        title,
        paragraphs: [t('MAIL_SUGGESTION_INTRO', { name: owner.name }), message],
        button: studioLink(ctx, `leads/${reference}/`, language),
      }),
    ],
  });
  return { ok: true };
}
