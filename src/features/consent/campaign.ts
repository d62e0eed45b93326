import type { ConsentChoice } from '../../domain/consent/consent.ts';

const KEY = 'campaign';
const OF_ANALYTICS = /^utm_[a-z_]{2,20}$/;
/** Click identifiers of advertisements: kept only when advertising is allowed too. */
const OF_ADS = /^(gclid|gbraid|wbraid|fbclid)$/;

/**
 * The campaign that brought the visitor, as far as consent allows: from the current URL, else from the landing URL. It
 * is stored for the length of the session, only after consent, and deleted when consent is withdrawn.
 */
export function campaignOf(choice: ConsentChoice): Record<string, string> {
  try {
    if (!choice.consentAnalyticsStorage) {
      sessionStorage.removeItem(KEY);
      return {};
    }
    const allowed = (name: string) => OF_ANALYTICS.test(name) || (choice.consentAdStorage && OF_ADS.test(name));
    const here = [...new URLSearchParams(location.search)].map(([name, value]) => [name, value.slice(0, 200)] as const);
    const stored = Object.entries(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>);
    const campaign = Object.fromEntries([...stored, ...here].filter(([name]) => allowed(name)));
    if (Object.keys(campaign).length > 0) sessionStorage.setItem(KEY, JSON.stringify(campaign));
    return campaign;
  } catch {
    // Storage is switched off, or its content is not ours: the page view is counted without a campaign.
    return {};
  }
}
