import type { Transaction } from 'kysely';
import { nameOf } from '../../../domain/forms/form.ts';
import type { LabelKey } from '../../../i18n/label-key.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { labelsIn } from '../../../i18n/labels.ts';
import { agencyAddress, agencyMail } from '../../catalogue/site/agency-mail.ts';
import { agencyRecipients, toEach } from '../../catalogue/site/agency-recipients.ts';
import { addressedName } from '../../catalogue/site/salutation.ts';
import type { OfferRow } from '../../platform/database/offer-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.ts';
import { offerFacts, type Sender } from './offer-facts.ts';

/** Subject and first sentence of each mail to a bidder; a sale that does not go through is told by telephone. */
const WORDS: Readonly<Partial<Record<OfferRow['state'], readonly [LabelKey, LabelKey]>>> = {
  accepted: ['OFFER_MAIL_ACCEPTED', 'OFFER_INTRO_ACCEPTED'],
  countered: ['OFFER_MAIL_COUNTERED', 'OFFER_INTRO_COUNTERED'],
  refused: ['OFFER_MAIL_REFUSED', 'OFFER_INTRO_REFUSED'],
  withdrawn: ['OFFER_MAIL_WITHDRAWN', 'OFFER_INTRO_WITHDRAWN'],
};

/** The link with which a bidder sees what became of an offer, and withdraws it. */
export const offerLink = (offerId: string, sender: Sender, language: string): ContentLink => ({
  label: labelsIn(language)('OFFER_SEE'),
  href: mailLinkUrl(sender, language, { do: 'withdraw-offer', offer: offerId }),
});

/** The person who made an offer, by its lead. */
async function bidderOf(transaction: Transaction<Schema>, { lead_id }: OfferRow) {
  const lead = await transaction
    .selectFrom('leads')
    .select(['email', 'form_values', 'language', 'reference'])
    .where('id', '=', lead_id)
    .executeTakeFirstOrThrow();
  return { ...lead, values: JSON.parse(lead.form_values) as Record<string, unknown> };
}

/** The mail to the bidder about a decision or the withdrawal; null when there is nothing to write, or no address. */
export async function bidderMail(
  transaction: Transaction<Schema>,
  offer: OfferRow,
  reason: string,
  sender: Sender,
): Promise<OutgoingMail | null> {
  const words = WORDS[offer.state];
  const bidder = await bidderOf(transaction, offer);
  if (!words || !bidder.email) return null;
  const { site, siteUrl } = sender;
  const language = site.languages.find((code) => code === bidder.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const { title, listing, rows, href } = offerFacts(offer, sender, language);
  const subject = t(words[0], { title });
  const canBid = offer.state === 'countered' || offer.state === 'refused' || offer.state === 'withdrawn';
  const form = `${siteUrl}${site.paths.to('form-offer', language)}?property=${offer.property_id}`;
  return agencyMail(site, {
    kind: `offer-${offer.state}`,
    to: bidder.email,
    office: site.officeOf(listing).id,
    name: addressedName(bidder.values, language),
    language,
    subject: t('MAIL_REFERENCE', { text: subject, reference: bidder.reference }),
    title: subject,
    paragraphs: [t(words[1]), ...(reason ? [labelled(t('VIEWING_REASON'), reason, language)] : [])],
    rows,
    ...(canBid && href && { button: { label: t('OFFER_AGAIN'), href: form } }),
    links: [offerLink(offer.id, sender, language)],
  });
}

/** The mails about an offer that its bidder withdrew: to the bidder and to the agency. */
export async function withdrawnMails(
  transaction: Transaction<Schema>,
  offer: OfferRow,
  sender: Sender,
): Promise<OutgoingMail[]> {
  const { site } = sender;
  const bidder = await bidderOf(transaction, offer);
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const { title, listing, rows } = offerFacts(offer, sender, language);
  const office = site.officeOf(listing).id;
  const toAgency = agencyMail(site, {
    kind: 'offer-withdrawn-agency',
    to: agencyAddress(site, office),
    replyTo: bidder.email ?? '',
    language,
    subject: t('MAIL_REFERENCE', { text: t('OFFER_MAIL_WITHDRAWN', { title }), reference: bidder.reference }),
    title: t('OFFER_MAIL_WITHDRAWN', { title }),
    paragraphs: [t('OFFER_AGENCY_WITHDRAWN')],
    rows: [[t('NAME'), nameOf(bidder.values)], ...rows],
  });
  const toBidder = await bidderMail(transaction, offer, '', sender);
  const recipients = agencyRecipients(site, { agent: listing?.manager, office });
  return [...(toBidder ? [toBidder] : []), ...toEach(recipients, toAgency)];
}
