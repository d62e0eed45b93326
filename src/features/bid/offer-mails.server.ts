import type { Transaction } from 'kysely';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { labelled } from '../../i18n/labelled.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { OfferRow } from '../../platform/database/offer-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { agencyRecipients, toEach } from '../agency/agency-recipients.server.ts';
import { nameOf, textOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { offerFacts, type Sender } from './offer-facts.server.ts';

/** Subject and first sentence of each mail to a bidder; a sale that does not go through is told by telephone. */
const WORDS: Readonly<Partial<Record<OfferRow['state'], readonly [LabelKey, LabelKey]>>> = {
  accepted: ['OFFER_MAIL_ACCEPTED', 'OFFER_INTRO_ACCEPTED'],
  countered: ['OFFER_MAIL_COUNTERED', 'OFFER_INTRO_COUNTERED'],
  refused: ['OFFER_MAIL_REFUSED', 'OFFER_INTRO_REFUSED'],
  withdrawn: ['OFFER_MAIL_WITHDRAWN', 'OFFER_INTRO_WITHDRAWN'],
};

/** The link with which a bidder sees what became of an offer, and withdraws it. */
export const offerLink = (offerId: string, sender: Sender, language: string, isOpen = true): ContentLink => ({
  label: labelsIn(language)(isOpen ? 'OFFER_SEE' : 'OFFER_SEE_ONLY'),
  href: mailLinkUrl(sender, language, { do: 'withdraw-offer', offer: offerId }),
});

/** The amount with which the form of a new offer is filled in: that of the counter-offer. */
export const priceOf = ({ state, counter_amount }: Pick<OfferRow, 'state' | 'counter_amount'>): string =>
  state === 'countered' && counter_amount !== null ? `&price=${counter_amount}` : '';

/** The conditions that the bidder wrote, as a row. */
export const conditionsOf = (values: Readonly<Record<string, unknown>>, t: Translate): (readonly [string, string])[] =>
  textOf(values, 'conditions') ? [[t('OFFER_CONDITIONS'), textOf(values, 'conditions')]] : [];

/** The person who made an offer, by its lead. */
export async function bidderOf(transaction: Transaction<Schema>, { lead_id }: OfferRow) {
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
  const { title, listing, rows, href } = offerFacts(offer, bidder.values, sender, language);
  const subject = t(words[0], { title });
  const canBid = offer.state === 'countered' || offer.state === 'refused' || offer.state === 'withdrawn';
  const form = site.paths.find('form-offer', language);
  return agencyMail(site, {
    kind: `offer-${offer.state}`,
    to: bidder.email,
    office: site.officeOf(listing).id,
    name: addressedName(bidder.values, language),
    language,
    subject: t('MAIL_REFERENCE', { text: subject, reference: bidder.reference }),
    title: subject,
    paragraphs: [t(words[1]), ...(reason ? [labelled(t('VIEWING_REASON'), reason, language)] : [])],
    rows: [...rows, ...conditionsOf(bidder.values, t)],
    ...(form &&
      canBid &&
      href && {
        button: {
          label: t('OFFER_AGAIN'),
          href: `${siteUrl}${form}?property=${offer.property_id}${priceOf(offer)}`,
        },
      }),
    links: [offerLink(offer.id, sender, language, false)],
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
  const { title, listing, rows } = offerFacts(offer, bidder.values, sender, language);
  const office = site.officeOf(listing).id;
  const toAgency = agencyMail(site, {
    kind: 'offer-withdrawn-agency',
    to: agencyAddress(site, office),
    replyTo: bidder.email ?? '',
    language,
    subject: t('MAIL_REFERENCE', { text: t('OFFER_MAIL_WITHDRAWN', { title }), reference: bidder.reference }),
    title: t('OFFER_MAIL_WITHDRAWN', { title }),
    paragraphs: [t('OFFER_AGENCY_WITHDRAWN')],
    rows: [[t('NAME'), nameOf(bidder.values)], ...rows, ...conditionsOf(bidder.values, t)],
  });
  const toBidder = await bidderMail(transaction, offer, '', sender);
  const recipients = agencyRecipients(site, { agent: listing?.manager, office });
  return [...(toBidder ? [toBidder] : []), ...toEach(recipients, toAgency)];
}
