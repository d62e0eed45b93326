import type { Site } from '../../../content/site/site.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { itemAt } from '../../../platform/values/values.ts';
import { criteriaInWords } from '../../listing/site/list.view.ts';
import { byName, type Town } from '../../listing/town.ts';
import type { Listing } from '../../property/listing.ts';
import type { Goal } from '../../property/property-state.ts';
import { searchListings } from '../search-index.ts';
import { type PhraseResult, searchPhrase } from '../search-phrase.view.ts';

/** What the page with search results shows. */
export interface SearchView {
  /** The list that says the same; null when the page itself has something to say. */
  redirect: string | null;
  towns: readonly Town[];
  /** What a phrase asks for; null for a name or a number. */
  phrase: { words: string; lists: readonly { goal: Goal; href: string; count: number }[]; unknown: string } | null;
  listings: readonly Listing[];
}

const MOST_SHOWN = 8;

/**
 * The results for a text: references first, then towns, streets and phrases. `asked` is the goal that was chosen beside
 * the text, if any; the words of the text come before it.
 */
export function searchView(
  context: { site: Site; language: string; t: Translate },
  text: string,
  asked: string | null = null,
): SearchView {
  const { site, language } = context;
  // What is in the archive is found by its reference alone.
  const named = searchListings(text, [...site.listings, ...site.archive()], site.towns);
  const [only, ...others] = named.listings;
  if (only && others.length === 0)
    return { redirect: site.listingPath(only, language), towns: [], listings: [], phrase: null };
  const result = named.listings.length > 0 ? null : searchPhrase(site, language, text);
  if (!result) return { redirect: null, ...named, towns: named.towns.toSorted(byName(language)), phrase: null };
  const { understood, lists, inStreet } = result;
  const goal = goalOf(result, asked === 'sale' || asked === 'rent' ? asked : null);
  const isWhole = understood.unknown.length === 0 && inStreet.length === 0;
  const towns = (result.towns.length > 0 ? result.towns : named.towns).toSorted(byName(language));
  const goals = goal ? [goal] : site.goals;
  const hits = lists[goals.find((one) => lists[one].free > 0) ?? itemAt(goals, 0)].listings;
  const isTown = result.isTown && towns.length > 0;
  return {
    redirect: goal && isWhole ? lists[goal].href : null,
    towns,
    phrase: isTown ? null : phraseOf(context, result, goals),
    listings: inStreet.length > 0 ? inStreet : isTown ? [] : hits.slice(0, MOST_SHOWN),
  };
}

function phraseOf(
  context: { site: Site; language: string; t: Translate },
  { understood, lists }: PhraseResult,
  goals: readonly Goal[],
): SearchView['phrase'] {
  const { query, search } = lists[goals[0] ?? 'sale'];
  const chips = criteriaInWords(context, { query, path: '', search });
  if (chips.length + understood.unknown.length === 0) return null;
  return {
    words: chips.map(({ text }) => text).join(' · '),
    lists: goals.map((goal) => ({ goal, href: lists[goal].href, count: lists[goal].free })),
    unknown: understood.unknown.join(', '),
  };
}

/** The goal that a phrase names or that was chosen beside it, or the only one with hits. A town alone has both. */
function goalOf({ understood, lists, isTown }: PhraseResult, asked: Goal | null): Goal | null {
  const goal = understood.goal ?? asked;
  if (goal || isTown) return goal;
  const [sale, rent] = [lists.sale.free, lists.rent.free];
  return sale > 0 === rent > 0 ? null : sale > 0 ? 'sale' : 'rent';
}
