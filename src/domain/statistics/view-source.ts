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
