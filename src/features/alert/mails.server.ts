import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { formatEuro } from '../../i18n/format.ts';
import { type LabelKey, labelled, type Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import type { PropertyEventRow, SavedSearchRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.server.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { nameOf, storedValues } from '../form/form.ts';
import { ASKED_LABELS, LABEL_STEPS, LIMIT_KEYS } from '../listing/listing-query.ts';
import { type Reason, reasonsOf, type SearchCriteria, searchCriteriaOf } from '../listing/search-criteria.ts';
import { townWords } from '../place/address.ts';
import { type Listing, titleOf } from '../property/listing.ts';
import { isAvailable, stateText } from '../property/property-state.ts';
import { listingCard, priceWords } from '../property/words.server.ts';
import { alertLink } from '../statistics/views.ts';

/**
 * The path of the list that shows what the criteria select, apart from what was drawn, the surroundings of towns, and
 * places for cars.
 */
export function listPathOf(criteria: SearchCriteria, site: Site, language: Language): string {
  const query = new URLSearchParams();
  for (const { name, zip } of criteria.cities) query.append('city', `${name}|${zip}`);
  for (const key of criteria.typeKeys) query.append('type', key);
  for (const area of criteria.regions) query.append('region', area);
  for (const key of LIMIT_KEYS) if (criteria[key] !== null) query.set(key, String(criteria[key]));
  const label = ASKED_LABELS.find((one) => LABEL_STEPS[one] === criteria.maxLabelStep);
  if (label) query.set('epc', label);
  for (const feature of criteria.features) query.set(feature, '1');
  query.set('sold', 'hide');
  return `${site.listPath(criteria.goal, language)}?${query}`;
}

/** A listing and its event. */
interface AlertedListing {
  listing: Listing;
  event: Pick<PropertyEventRow, 'kind' | 'old_price' | 'new_price'>;
}

interface AlertFacts extends Pick<Ctx, 'secret' | 'site' | 'siteUrl'> {
  search: SavedSearchRow;
  criteria: SearchCriteria;
  properties: readonly AlertedListing[];
}

/** The mail about properties that match a saved search: each with photo, price, link and the criteria it matches. */
export function alertMail({ site, siteUrl, secret, search, criteria, properties }: AlertFacts): OutgoingMail {
  const language = site.languages.find((code) => code === search.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const shown = properties.slice(0, site.settings.alerts.maxProperties);
  const [first] = shown;
  const follows = criteria.follows.length > 0;
  const reasons = [
    ...new Set(
      reasonsOf(criteria).flatMap((reason) => shown.map(({ listing }) => wordsOf(reason, listing, language, t))),
    ),
  ];
  const subject =
    first && properties.length === 1
      ? labelled(newsOf(first, language, t), titleOf(first.listing, language), language)
      : t('ALERT_SUBJECT', { count: properties.length });
  const href = (kind: 'end-search' | 'change-search') =>
    mailLinkUrl({ siteUrl, secret }, language, { do: kind, search: search.id, ...(follows && { follows }) });
  return agencyMail(site, {
    kind: 'alert',
    to: search.email,
    name: nameOf(storedValues(search.criteria)),
    language,
    subject,
    preheader: shown
      .map(({ listing }) => `${townWords(listing, language)}, ${priceWords(listing, language, t)}`)
      .join('; '),
    paragraphs: reasons.length > 0 ? [t('ALERT_INTRO', { count: shown.length, reasons: reasons.join(', ') })] : [],
    cards: shown.map((one) => cardOf(one, { site, siteUrl, language, t })),
    ...(properties.length > shown.length && {
      button: {
        label: t('ALERT_ALL', { count: properties.length }),
        href: alertLink(siteUrl + listPathOf(criteria, site, language)),
      },
    }),
    reason: t(follows ? 'FOLLOW_WHY_MAIL' : 'ALERT_WHY_MAIL'),
    unsubscribeUrl: oneClickUrl({ siteUrl, secret }, { do: 'end-search', search: search.id }),
    footerLinks: [
      ...(follows ? [] : [{ label: t('ALERT_CHANGE'), href: href('change-search') }]),
      { label: t(follows ? 'FOLLOW_END' : 'ALERT_END'), href: href('end-search') },
    ],
  });
}

const NEWS: Readonly<Partial<Record<PropertyEventRow['kind'], LabelKey>>> = {
  new: 'NEWS_NEW',
  'price-cut': 'NEWS_PRICE_CUT',
  'price-rise': 'NEWS_PRICE_RISE',
  back: 'NEWS_BACK',
};

/** What happened, in words; a property that is sold or rented says which. */
function newsOf({ listing, event }: AlertedListing, language: Language, t: Translate): string {
  const label = NEWS[event.kind];
  if (label) return t(label);
  return stateText(listing, language, t) || t('NEWS_NEW');
}

function cardOf(
  one: AlertedListing,
  { site, siteUrl, language, t }: { site: Site; siteUrl: string; language: string; t: Translate },
) {
  const { kind, old_price: oldPrice } = one.event;
  const more =
    (kind === 'price-cut' || kind === 'price-rise') && oldPrice
      ? t('PREVIOUS_PRICE', { price: formatEuro(oldPrice, language) })
      : '';
  const card = listingCard(one.listing, { site, siteUrl }, language, { kicker: newsOf(one, language, t), more });
  return { ...card, href: alertLink(card.href) };
}

function wordsOf(reason: Reason, listing: Listing, language: string, t: Translate): string {
  switch (reason.kind) {
    case 'town':
      return townWords(listing, language);
    case 'type':
      return localized(listing.typeName, language);
    case 'price': {
      const [from, to] = [reason.from, reason.to].map((value) => (value === null ? null : formatEuro(value, language)));
      return from && to
        ? t('FITS_BETWEEN', { from, to })
        : to
          ? t('FITS_UP_TO', { price: to })
          : t('FITS_FROM', { price: from ?? '' });
    }
    case 'bedrooms':
      return t('FITS_BEDROOMS', { count: reason.least });
    case 'garages':
      return t('FITS_GARAGES', { count: reason.least });
    case 'parkings':
      return t('FITS_PARKINGS', { count: reason.least });
  }
}

export type AlertParts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

/**
 * Puts one mail per saved search with due alerts into the outbox; returns the number of mails. The alerts and their
 * mail are stored in one transaction, so a crash loses or duplicates none.
 */
export async function sendAlerts(parts: AlertParts, nowMs = Date.now()): Promise<number> {
  const now = new Date(nowMs).toISOString();
  const due = await parts.database.db
    .selectFrom('alerts')
    .select('search_id')
    .distinct()
    .where('state', '=', 'due')
    .where('due_at', '<=', now)
    .execute();
  let mails = 0;
  for (const { search_id } of due) if (await tell(parts, search_id, now, nowMs)) mails += 1;
  return mails;
}

function tell(
  { database, site, secret, siteUrl }: AlertParts,
  searchId: string,
  now: string,
  nowMs: number,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // The first process to mark them sends them: another process finds none left.
    const taken = await transaction
      .updateTable('alerts')
      .set({ state: 'queued', sent_at: now })
      .where('search_id', '=', searchId)
      .where('state', '=', 'due')
      .where('due_at', '<=', now)
      .returning(['property_id', 'event_id'])
      .execute();
    const search = await transaction
      .selectFrom('saved_searches')
      .selectAll()
      .where('id', '=', searchId)
      .executeTakeFirst();
    if (taken.length === 0 || search?.state !== 'confirmed') return false;
    const events = await transaction
      .selectFrom('property_events')
      .selectAll()
      .where(
        'id',
        'in',
        taken.map(({ event_id }) => event_id),
      )
      .orderBy('at', 'desc')
      .execute();
    const criteria = searchCriteriaOf(storedValues(search.criteria), site.cities);
    const properties: AlertedListing[] = [];
    const isUndone = undonePrices(events, site);
    for (const event of events) {
      if (isUndone(event)) continue;
      const listing = site.listing(Number(event.property_id));
      // A property that has been sold since is left out, unless it is followed. Of several events the latest counts.
      const isMailed = listing && (isAvailable(listing) || criteria.follows.includes(listing.id));
      if (listing && isMailed && !properties.some((other) => other.listing.id === listing.id))
        properties.push({ listing, event });
    }
    if (properties.length === 0) return false;
    const mail = alertMail({
      site,
      siteUrl,
      secret,
      search,
      criteria,
      properties,
    });
    await enqueue(transaction, [mail], { leadId: search.lead_id, nowMs });
    return true;
  });
}

/** Which events tell of a price that is what it was before them: a slip that was corrected is no news. */
function undonePrices(events: readonly PropertyEventRow[], site: Site): (event: PropertyEventRow) => boolean {
  const isPrice = ({ kind }: PropertyEventRow) => kind === 'price-cut' || kind === 'price-rise';
  // The first one of a property, which stands last, has the price that people know.
  const known = new Map(events.filter(isPrice).map((event) => [event.property_id, event.old_price]));
  return (event) => {
    const price = site.listing(Number(event.property_id))?.price ?? null;
    return isPrice(event) && price !== null && Number(known.get(event.property_id)) === price;
  };
}
