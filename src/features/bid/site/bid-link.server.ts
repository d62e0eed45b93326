import type { Ctx } from '../../../content/site/ctx.server.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { readMailLink } from '../../../platform/signing/mail-link.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import type { OwnedProperty } from '../../owner/owned-property.server.ts';
import { canWithdraw, shownBidState } from '../bid.ts';
import { bidFacts, bidsWithLeads, changesOf, factsOf, findBid, hasAcceptedBid } from '../bids.server.ts';
import { conditionsOf, priceOf } from '../mails.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

// What bidders and owners see of bids.

/** The bid of a mailed link, with the amounts of others where the settings show them; null without one. */
export async function ofLink(ctx: Parts, token: string, language: string, nowMs = Date.now()) {
  const link = readMailLink(ctx.secret, token);
  const bid = link?.do === 'withdraw-offer' ? await findBid(ctx.database, link.offer) : null;
  if (!bid) return null;
  const today = brusselsDay(nowMs);
  const all = await bidsWithLeads(ctx.database, bid.property_id);
  const values = all.find(({ id }) => id === bid.id)?.values ?? {};
  const { rows, href, listing } = bidFacts(bid, values, { site: ctx.site, siteUrl: ctx.siteUrl }, language);
  const others = ctx.site.settings.offers.openLog ? all : [];
  const own = conditionsOf(values, labelsIn(language));
  const reason = (await changesOf(ctx.database, bid.id)).findLast((change) => change.kind === bid.state)?.reason;
  return {
    ...{ rows: [...rows, ...own], href, listing, reason: reason ?? null, price: priceOf(bid) },
    state: shownBidState(factsOf(bid), today),
    canWithdraw: canWithdraw(factsOf(bid), today),
    log: others.map(({ id, amount, created_at, state }) => ({
      ...{ amount, at: created_at },
      isOwn: id === bid.id,
      isWithdrawn: state === 'withdrawn',
    })),
  };
}

/** Whether a bid on a property is accepted, so that others come too late. */
export function hasAccepted(ctx: Parts, propertyId: string) {
  return hasAcceptedBid(ctx.database.db, propertyId);
}

/** The bids on a property as its owner sees them, without names, in the order in which they arrived. */
export async function ofProperty(ctx: Parts, property: OwnedProperty, nowMs = Date.now()) {
  const bids = await bidsWithLeads(ctx.database, property.id);
  return bids.map((bid) => ({
    place: bid.place,
    amount: bid.amount,
    at: bid.created_at,
    validUntil: bid.valid_until,
    needsLoan: bid.values.financing === 'loan',
    hasConditions: typeof bid.values.conditions === 'string' && bid.values.conditions !== '',
    state: shownBidState(factsOf(bid), brusselsDay(nowMs)),
    counterAmount: bid.counter_amount,
    counterUntil: bid.counter_until,
  }));
}
