import type { Site } from '../../content/site/site.ts';
import { agreeing } from '../../i18n/agreement.ts';
import { formatQuantity, nounWithinLine, withinLine } from '../../i18n/format.ts';
import { type LabelKey, labelled, type Translate } from '../../i18n/label-key.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { cutToWidth, textWidth } from '../../platform/text/text-width.ts';
import { placeWords, townWords } from '../place/address.ts';
import { type Listing, TITLE_FACTS } from '../property/listing.ts';
import { listedPriceOf, priceInWords } from '../property/price.ts';
import { PROPERTY_STATES, stateText } from '../property/property-state.ts';

/** A property as search engines, networks and readers of feeds show it. */
export interface SearchResult {
  title: string;
  /** Its facts in one line, and the beginning of its own text. */
  description: string;
}

/** Search engines cut a title, in Arial of 20 px, at this width, and a description, in Arial of 14 px, at that one. */
export const RESULT_TITLE = { size: 20, most: 600 } as const;
export const RESULT_DESCRIPTION = { size: 14, most: 990 } as const;

/** As much of the description of a page as a search engine shows. */
export const shownDescription = (description: string): string => cutToWidth(description, RESULT_DESCRIPTION);

/** A description with those of further sentences that fit whole; what would be cut in the middle is left out. */
export const fittedSentences = (start: string, more: readonly string[]): string =>
  more.reduce((text, sentence) => {
    const longer = `${text} ${sentence}`;
    return shownDescription(longer) === longer ? longer : text;
  }, start);

/** Whether a search engine shows the whole of a title. */
export const fits = (title: string): boolean => textWidth(title, RESULT_TITLE.size) <= RESULT_TITLE.most;

/** The title of a page in the tab: with the name of the agency, where both fit a search result. */
export function titleOfTab(title: string, agency: string): string {
  const named = [title, agency].filter(Boolean).join(' | ');
  return title.includes(agency) || (title !== '' && !fits(named)) ? title : named;
}

/**
 * A title that begins with what must be said, goes on with the parts that fit a search result, in their order, and ends
 * with `last`.
 * Search engines show the name of the site beside it: facts come before that.
 */
export function fittedTitle(first: string, more: readonly string[], last = ''): { title: string; parts: number } {
  let title = first;
  let parts = 0;
  for (const part of more) {
    const longer = part === '' ? title : `${title}, ${part}`;
    if (!fits(longer + last)) break;
    title = longer;
    parts += 1;
  }
  return { title: title + last, parts };
}

const GOALS = { sale: 'FOR_SALE_LOWER', rent: 'FOR_RENT_LOWER' } as const satisfies Record<string, LabelKey>;

/**
 * What is offered, and where.
 * @example subjectOf(listing, 'fr', t) // 'Maison louée à 1850 Grimbergen'
 */
function subjectOf(listing: Listing, language: Language, t: Translate, place = placeWords(listing, language)): string {
  const type = localized(listing.typeName, language) || t('REAL_ESTATE');
  const { word } = PROPERTY_STATES[listing.meaning];
  // The agency's own words for a state may be too long; then the usual one says it.
  const words = listing.gone ? [stateText(listing, language, t), word ? t(word) : ''].filter(Boolean) : [];
  const states = words.map((text) => agreeing(withinLine(text, language), type, language));
  const titles = states.map((state) => t('SEARCH_TITLE', { type, state, place }));
  const [short] = titles.slice(-1);
  if (short !== undefined) return titles.find((title) => fits(`${title} (${listing.reference})`)) ?? short;
  return t('SEARCH_TITLE', { type, state: t(GOALS[listing.goal]), place });
}

const priceOf = (listing: Listing, language: Language, t: Translate): string => {
  const price = listedPriceOf(listing, language);
  return listing.gone || price.kind === 'hidden' ? '' : withinLine(priceInWords(price, t), language);
};

/** The facts of a title in words, in the order of `TITLE_FACTS`; empty where one is not known. */
const factsInTitle = (listing: Listing, language: Language, t: Translate): string[] =>
  TITLE_FACTS.map((fact) => {
    if (fact === 'price') return priceOf(listing, language, t);
    if (listing[fact] <= 0) return '';
    return fact === 'bedrooms'
      ? t('BEDROOMS_SHORT', { n: listing.bedrooms })
      : formatQuantity(listing[fact], 'm²', language);
  });

/** The facts of a property in one line, for a description. */
const factsInLine = (listing: Listing, language: Language, t: Translate): string =>
  [
    listing.bedrooms > 0 && t('BEDROOMS_COUNT', { count: listing.bedrooms }),
    listing.living > 0 && formatQuantity(listing.living, 'm²', language),
    listing.ground > 0 && t('GROUND_SHORT', { surface: formatQuantity(listing.ground, 'm²', language) }),
    listing.label && `${nounWithinLine(t('EPC_LABEL'), language)} ${listing.label.text}`,
    priceOf(listing, language, t),
  ]
    .filter(Boolean)
    .join(', ');

/**
 * A property in a list of results: title and description from its facts, of which the town is never left out. A title
 * that another property has as well gets the reference.
 */
export function propertyResult(
  listing: Listing,
  site: Pick<Site, 'hasTwin'>,
  language: Language,
  t: Translate,
): SearchResult {
  const subject = subjectOf(listing, language, t);
  const more = factsInTitle(listing, language, t);
  const own = fittedTitle(subject, more);
  const reference = ` (${listing.reference})`;
  // Where the reference makes it too long, the postcode goes before the town.
  const short = fits(subject + reference) ? subject : subjectOf(listing, language, t, townWords(listing, language));
  const title = site.hasTwin(listing, own.parts) ? fittedTitle(short, more, reference).title : own.title;
  const facts = factsInLine(listing, language, t);
  const start = facts ? labelled(subject, facts, language) : subject;
  return {
    title,
    description: [`${start}.`, localized(listing.excerpt, language)].filter(Boolean).join(' '),
  };
}
