import type { Site } from '../../content/site/site.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import type { Language } from '../../i18n/languages.ts';
import { localized } from '../../i18n/localized.ts';
import { LONGEST_TITLE } from '../../platform/text/excerpt.ts';
import { townWords } from '../place/address.ts';
import { type Listing, titleOf } from './listing.ts';

/** The state of a listing with its town, and alone. */
const WORDS = {
  sale: ['FOR_SALE_IN', 'FOR_SALE_LOWER'],
  rent: ['FOR_RENT_IN', 'FOR_RENT_LOWER'],
  sold: ['SOLD_IN', 'STATUS_SOLD'],
  rented: ['RENTED_IN', 'STATUS_RENTED'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/**
 * The title of a property page: its own title with what is offered and where, as far as there is room. The town is left
 * out when the title already has it. Only titles that several properties have get the reference.
 */
export function propertyTitle(
  listing: Listing,
  site: Pick<Site, 'isTitleShared'>,
  language: Language,
  t: Translate,
): string {
  const title = titleOf(listing, language);
  const [name, town] = [localized(listing.city, language), townWords(listing, language)];
  const { meaning, goal, gone } = listing;
  const [inTown, alone] = WORDS[meaning === 'sold' || meaning === 'rented' ? meaning : goal];
  const lower = (text: string) => text.charAt(0).toLocaleLowerCase(language) + text.slice(1);
  const lowerCase = (text: string) => text.toLocaleLowerCase(language);
  const choices = [
    ...(lowerCase(title).includes(lowerCase(name)) ? [] : [`${title}, ${lower(t(inTown, { town }))}`]),
    `${title}, ${lower(t(alone))}`,
    // A title without its state would offer what is sold.
    ...(gone ? [] : [title]),
  ];
  const chosen = choices.find((text) => text.length <= LONGEST_TITLE) ?? choices.at(-1) ?? title;
  return site.isTitleShared(listing, language) ? `${chosen} (${listing.reference})` : chosen;
}
