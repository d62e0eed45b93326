import type { Transaction } from 'kysely';
import type { LabelKey } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { ownersOf } from '../../platform/accounts/owners-of.ts';
import type { OfferRow } from '../../platform/database/offer-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { textOf } from '../form/form.ts';
import { offerFacts, type Sender } from './offer-facts.server.ts';
import { bidderOf } from './offer-mails.server.ts';
import { offersOn } from './offers.server.ts';

/** Subject and sentence of the mail to an owner about an offer in each state. */
const WORDS: Readonly<Record<OfferRow['state'], readonly [LabelKey, LabelKey]>> = {
  open: ['OFFER_OWNER_NEW', 'OFFER_OWNER_NEW_TEXT'],
  accepted: ['OFFER_OWNER_ACCEPTED', 'OFFER_OWNER_ACCEPTED_TEXT'],
  refused: ['OFFER_OWNER_REFUSED', 'OFFER_OWNER_REFUSED_TEXT'],
  countered: ['OFFER_OWNER_COUNTERED', 'OFFER_OWNER_COUNTERED_TEXT'],
  withdrawn: ['OFFER_OWNER_WITHDRAWN', 'OFFER_OWNER_WITHDRAWN_TEXT'],
  lapsed: ['OFFER_OWNER_LAPSED', 'OFFER_OWNER_LAPSED_TEXT'],
};

/** The mails to the owners about an offer and what became of it, with the amount and without the name of the bidder. */
export async function ownerMails(
  transaction: Transaction<Schema>,
  offer: OfferRow,
  sender: Sender,
): Promise<OutgoingMail[]> {
  const { site, siteUrl } = sender;
  if (!site.settings.offers.informOwner) return [];
  const all = await offersOn(transaction, offer.property_id);
  const place = all.findIndex(({ id }) => id === offer.id) + 1;
  const isLate = offer.state === 'open' && all.some(({ state }) => state === 'accepted');
  const { values } = await bidderOf(transaction, offer);
  return (await ownersOf(transaction, offer.property_id)).map((owner) => {
    const language = site.languages.find((code) => code === owner.language) ?? site.defaultLanguage;
    const t = labelsIn(language);
    const { title, listing, rows } = offerFacts(offer, values, sender, language);
    const [subject, sentence] = WORDS[offer.state];
    const hasPage = site.routes.some(({ name }) => name === 'owner-offers');
    const page = site.paths.to(hasPage ? 'owner-offers' : 'owner', language);
    return agencyMail(site, {
      kind: `offer-${offer.state}-owner`,
      to: owner.email,
      office: site.officeOf(listing).id,
      name: owner.name,
      language,
      subject: t(subject, { title }),
      paragraphs: [t(sentence), ...(isLate ? [t('OFFER_OTHER_ACCEPTED')] : [])],
      rows: [
        ...rows,
        ...(textOf(values, 'conditions') ? [[t('OFFER_CONDITIONS'), t('OFFER_HAS_CONDITIONS')] as const] : []),
        [t('OFFER_PLACE'), t('OFFER_NUMBER', { n: place })],
      ],
      button: { label: t('OFFER_OWNER_SEE'), href: `${siteUrl}${page}?property=${offer.property_id}` },
    });
  });
}
