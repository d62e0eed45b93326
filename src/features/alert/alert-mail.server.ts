import type { Site } from '../../content/site/site.ts';
import { formatEuro } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { labelled } from '../../i18n/labelled.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Language } from '../../i18n/languages.ts';
import { localized } from '../../i18n/localized.ts';
import type { PropertyEventRow, SavedSearchRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.server.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { nameOf } from '../form/form.ts';
import { type Reason, reasonsOf, type SearchCriteria } from '../listing/search-criteria.ts';
import { townWords } from '../place/address.ts';
import { type Listing, titleOf } from '../property/listing.ts';
import { listingCard } from '../property/listing-card.server.ts';
import { priceWords } from '../property/plain-text.server.ts';
import { stateText } from '../property/property-state.ts';
import { alertLink } from '../statistics/campaign.ts';

/** The path of the list that shows what the criteria select, as far as lists have such filters. */
export function listPathOf(criteria: SearchCriteria, site: Site, language: Language): string {
  const query = new URLSearchParams();
  for (const { name, zip } of criteria.cities) query.append('city', `${name}|${zip}`);
  for (const key of criteria.typeKeys) query.append('type', key);
  for (const key of ['minPrice', 'maxPrice', 'bedrooms'] as const) {
    const value = criteria[key];
    if (value !== null) query.set(key, String(value));
  }
  query.set('sold', 'hide');
  return `${site.listPath(criteria.goal, language)}?${query}`;
}

/** A listing and its event. */
export interface AlertedListing {
  listing: Listing;
  event: Pick<PropertyEventRow, 'kind' | 'old_price' | 'new_price'>;
}

interface AlertFacts {
  site: Site;
  siteUrl: string;
  secret: string;
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
    name: nameOf(JSON.parse(search.criteria)),
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
