/** The parameters of a URL that name a campaign. */
export const CAMPAIGN_KEYS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
] as const;
const LONGEST = 200;

/** The source of leads of people with a saved search; also `utm_source` of the links in alerts. */
export const SAVED_SEARCH = 'saved-search';

/** A link of an alert: it says what it is, and nothing about whom it was mailed to. */
export const alertLink = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}utm_source=${SAVED_SEARCH}&utm_medium=email`;

/**
 * The campaign in a query string, each value at most 200 characters.
 * @example campaignIn(new URLSearchParams('a=1&utm_source=brief')) // { utm_source: 'brief' }
 */
export const campaignIn = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    CAMPAIGN_KEYS.map((key) => [key, (search.get(key) ?? '').slice(0, LONGEST)]).filter(([, value]) => value !== ''),
  );
