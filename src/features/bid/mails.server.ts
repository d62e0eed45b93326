import type { Transaction } from 'kysely';
import { type LabelKey, labelled, type Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { ownersOf } from '../../platform/accounts/account-auth.server.ts';
import type { BidRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { mailLinkUrl } from '../../platform/signing/mail-link.server.ts';
import { agencyAddress, agencyMail, agencyRecipients, studioLink, toEach } from '../agency/agency-mail.server.ts';
import { nameOf, storedValues, textOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { bidFacts, bidsOn, type Sender } from './bids.server.ts';

/** Subject and first sentence of each mail to a bidder; a sale that does not go through is told by telephone. */
const BIDDER_WORDS: Readonly<Partial<Record<BidRow['state'], readonly [LabelKey, LabelKey]>>> = {
  accepted: ['OFFER_MAIL_ACCEPTED', 'OFFER_INTRO_ACCEPTED'],
  countered: ['OFFER_MAIL_COUNTERED', 'OFFER_INTRO_COUNTERED'],
  refused: ['OFFER_MAIL_REFUSED', 'OFFER_INTRO_REFUSED'],
  withdrawn: ['OFFER_MAIL_WITHDRAWN', 'OFFER_INTRO_WITHDRAWN'],
};

/** The link with which a bidder sees what became of a bid, and withdraws it. */
export const bidLink = (bidId: string, sender: Sender, language: string, isOpen = true): ContentLink => ({
  label: labelsIn(language)(isOpen ? 'OFFER_SEE' : 'OFFER_SEE_ONLY'),
  href: mailLinkUrl(sender, language, { do: 'withdraw-offer', offer: bidId }),
});

/** The amount with which the form of a new bid is filled in: that of the counter-offer. */
export const priceOf = ({ state, counter_amount }: Pick<BidRow, 'state' | 'counter_amount'>): string =>
  state === 'countered' && counter_amount !== null ? `&price=${counter_amount}` : '';

/** The conditions that the bidder wrote, as a row. */
export const conditionsOf = (values: Readonly<Record<string, unknown>>, t: Translate): (readonly [string, string])[] =>
  textOf(values, 'conditions') ? [[t('OFFER_CONDITIONS'), textOf(values, 'conditions')]] : [];

/** The person who made a bid, by its lead. */
async function bidderOf(transaction: Transaction<Schema>, { lead_id }: BidRow) {
  const lead = await transaction
    .selectFrom('leads')
    .select(['email', 'form_values', 'language', 'reference'])
    .where('id', '=', lead_id)
    .executeTakeFirstOrThrow();
  return { ...lead, values: storedValues(lead.form_values) };
}

/** The mail to the bidder about a decision or the withdrawal; null when there is nothing to write, or no address. */
export async function bidderMail(
  transaction: Transaction<Schema>,
  bid: BidRow,
  reason: string,
  sender: Sender,
): Promise<OutgoingMail | null> {
  const words = BIDDER_WORDS[bid.state];
  const bidder = await bidderOf(transaction, bid);
  if (!words || !bidder.email) return null;
  const { site, siteUrl } = sender;
  const language = site.languages.find((code) => code === bidder.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const { title, listing, rows, href } = bidFacts(bid, bidder.values, sender, language);
  const subject = t(words[0], { title });
  const canBid = bid.state === 'countered' || bid.state === 'refused' || bid.state === 'withdrawn';
  const form = site.paths.find('form-offer', language);
  return agencyMail(site, {
    kind: `offer-${bid.state}`,
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
          href: `${siteUrl}${form}?property=${bid.property_id}${priceOf(bid)}`,
        },
      }),
    links: [bidLink(bid.id, sender, language, false)],
  });
}

/** The mails about a bid that its bidder withdrew: to the bidder and to the agency. */
export async function withdrawnMails(
  transaction: Transaction<Schema>,
  bid: BidRow,
  sender: Sender,
): Promise<OutgoingMail[]> {
  const { site } = sender;
  const bidder = await bidderOf(transaction, bid);
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const { title, listing, rows } = bidFacts(bid, bidder.values, sender, language);
  const office = site.officeOf(listing).id;
  const toAgency = agencyMail(site, {
    kind: 'offer-withdrawn-agency',
    to: agencyAddress(site, office),
    replyTo: bidder.email ?? '',
    language,
    subject: t('MAIL_REFERENCE', { text: t('OFFER_MAIL_WITHDRAWN', { title }), reference: bidder.reference }),
    title: t('OFFER_MAIL_WITHDRAWN', { title }),
    paragraphs: [t('OFFER_AGENCY_WITHDRAWN')],
    button: studioLink(sender, `leads/${bidder.reference}/`, language),
    rows: [[t('NAME'), nameOf(bidder.values)], ...rows, ...conditionsOf(bidder.values, t)],
  });
  const toBidder = await bidderMail(transaction, bid, '', sender);
  const recipients = agencyRecipients(site, { agent: listing?.manager, office });
  return [...(toBidder ? [toBidder] : []), ...toEach(recipients, toAgency)];
}

/** Subject and sentence of the mail to an owner about a bid in each state. */
const OWNER_WORDS: Readonly<Record<BidRow['state'], readonly [LabelKey, LabelKey]>> = {
  open: ['OFFER_OWNER_NEW', 'OFFER_OWNER_NEW_TEXT'],
  accepted: ['OFFER_OWNER_ACCEPTED', 'OFFER_OWNER_ACCEPTED_TEXT'],
  refused: ['OFFER_OWNER_REFUSED', 'OFFER_OWNER_REFUSED_TEXT'],
  countered: ['OFFER_OWNER_COUNTERED', 'OFFER_OWNER_COUNTERED_TEXT'],
  withdrawn: ['OFFER_OWNER_WITHDRAWN', 'OFFER_OWNER_WITHDRAWN_TEXT'],
  lapsed: ['OFFER_OWNER_LAPSED', 'OFFER_OWNER_LAPSED_TEXT'],
};

/** The mails to the owners about a bid and what became of it, with the amount and without the name of the bidder. */
export async function ownerMails(
  transaction: Transaction<Schema>,
  bid: BidRow,
  sender: Sender,
): Promise<OutgoingMail[]> {
  const { site, siteUrl } = sender;
  if (!site.settings.offers.informOwner) return [];
  const all = await bidsOn(transaction, bid.property_id);
  const place = all.findIndex(({ id }) => id === bid.id) + 1;
  const isLate = bid.state === 'open' && all.some(({ state }) => state === 'accepted');
  const { values } = await bidderOf(transaction, bid);
  return (await ownersOf(transaction, bid.property_id)).map((owner) => {
    const language = site.languages.find((code) => code === owner.language) ?? site.defaultLanguage;
    const t = labelsIn(language);
    const { title, listing, rows } = bidFacts(bid, values, sender, language);
    const [subject, sentence] = OWNER_WORDS[bid.state];
    const hasPage = site.routes.some(({ name }) => name === 'owner-offers');
    const page = site.paths.to(hasPage ? 'owner-offers' : 'owner', language);
    return agencyMail(site, {
      kind: `offer-${bid.state}-owner`,
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
      button: { label: t('OFFER_OWNER_SEE'), href: `${siteUrl}${page}?property=${bid.property_id}` },
    });
  });
}
