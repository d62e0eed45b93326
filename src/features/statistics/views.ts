/** What settings/portal.json says about counting views and searches. */
export interface CountSettings {
  countViews: boolean;
  countSearches: boolean;
  /** true: a browser that asks not to be tracked is not counted. */
  respectSignals: boolean;
}

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

/** Where visitors of a property page come from, as far as the page knows. */
export const VIEW_SOURCES = ['direct', 'search', 'social', 'mail', 'campaign', 'other'] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

const SEARCH = /(^|\.)(google|bing|duckduckgo|ecosia|qwant|yahoo|startpage|brave|yandex)\.([a-z]{2,3}|com?\.[a-z]{2})$/;
const SOCIAL = new RegExp(
  '(^|\\.)((facebook|instagram|linkedin|pinterest|tiktok|whatsapp|reddit|youtube|messenger|x)\\.com|' +
    't\\.co|wa\\.me|lnkd\\.in)$',
);

/**
 * The kind of source that a view comes from. Only the kind is stored, never the URL.
 * @example viewSourceOf({ page: 'https://a.example/nl/x/?utm_medium=email', referrer: '', host: 'a.example' })
 * // 'mail'
 */
export function viewSourceOf({ page, referrer, host }: { page: string; referrer: string; host: string }): ViewSource {
  const query = URL.canParse(page) ? new URL(page).searchParams : new URLSearchParams();
  const medium = (query.get('utm_medium') ?? '').toLowerCase();
  if (/^e-?mail|newsletter/.test(medium)) return 'mail';
  if (query.has('utm_source') || query.has('gclid') || query.has('fbclid')) return 'campaign';
  if (!URL.canParse(referrer)) return 'direct';
  const from = new URL(referrer).hostname.toLowerCase();
  if (from === host.toLowerCase()) return 'direct';
  return SEARCH.test(from) ? 'search' : SOCIAL.test(from) ? 'social' : 'other';
}

/** First days of the periods of the statistics; each counts from its first day until today. */
export interface ViewPeriods {
  today: string;
  week: string;
  month: string;
  /** First of the last 30 days, including today. */
  chart: string;
}

/**
 * The periods around a day; weeks begin on Monday.
 * @example viewPeriods('2026-11-21')
 * // { today: '2026-11-21', week: '2026-11-16', month: '2026-11-01', chart: '2026-10-23' }
 */
export function viewPeriods(today: string): ViewPeriods {
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return { today, week: dayBefore(today, weekday), month: `${today.slice(0, 8)}01`, chart: dayBefore(today, 29) };
}

/** The day a number of days before another. */
export function dayBefore(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - days);
  return moment.toISOString().slice(0, 10);
}
