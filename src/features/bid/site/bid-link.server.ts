import type { Ctx } from '../../../content/site/ctx.server.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { readMailLink } from '../../../platform/signing/mail-link.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import type { OwnedProperty } from '../../owner/owned-property.server.ts';
import { canWithdraw, shownOfferState } from '../bid.ts';
import { changesOf, factsOf, findOffer, hasAcceptedOffer, offerFacts, offersWithLeads } from '../bids.server.ts';
import { conditionsOf, priceOf } from '../mails.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

// What bidders and owners see of offers.

/** The offer of a mailed link, with the amounts of others where the settings show them; null without one. */
export async function ofLink(ctx: Parts, token: string, language: string, nowMs = Date.now()) {
  const link = readMailLink(ctx.secret, token);
  const offer = link?.do === 'withdraw-offer' ? await findOffer(ctx.database, link.offer) : null;
  if (!offer) return null;
  const today = brusselsDay(nowMs);
  const all = await offersWithLeads(ctx.database, offer.property_id);
  const values = all.find(({ id }) => id === offer.id)?.values ?? {};
  const { rows, href, listing } = offerFacts(offer, values, { site: ctx.site, siteUrl: ctx.siteUrl }, language);
  const others = ctx.site.settings.offers.openLog ? all : [];
  const own = conditionsOf(values, labelsIn(language));
  const reason = (await changesOf(ctx.database, offer.id)).findLast((change) => change.kind === offer.state)?.reason;
  return {
    ...{ rows: [...rows, ...own], href, listing, reason: reason ?? null, price: priceOf(offer) },
    state: shownOfferState(factsOf(offer), today),
    canWithdraw: canWithdraw(factsOf(offer), today),
    log: others.map(({ id, amount, created_at, state }) => ({
      ...{ amount, at: created_at },
      isOwn: id === offer.id,
      isWithdrawn: state === 'withdrawn',
    })),
  };
}

/** Whether an offer on a property is accepted, so that others come too late. */
export function hasAccepted(ctx: Parts, propertyId: string) {
  return hasAcceptedOffer(ctx.database.db, propertyId);
}

/** The offers on a property as its owner sees them, without names, in the order in which they arrived. */
export async function ofProperty(ctx: Parts, property: OwnedProperty, nowMs = Date.now()) {
  const offers = await offersWithLeads(ctx.database, property.id);
  return offers.map((offer) => ({
    place: offer.place,
    amount: offer.amount,
    at: offer.created_at,
    validUntil: offer.valid_until,
    needsLoan: offer.values.financing === 'loan',
    hasConditions: typeof offer.values.conditions === 'string' && offer.values.conditions !== '',
    state: shownOfferState(factsOf(offer), brusselsDay(nowMs)),
    counterAmount: offer.counter_amount,
    counterUntil: offer.counter_until,
  }));
}
