import type { ConsentChoice } from '../../domain/consent/consent.ts';

const KEY = 'campaign';
const OF_ANALYTICS = /^utm_[a-z_]{2,20}$/;
/** Numbers of a click on an advertisement: kept only where advertising is allowed too. */
const OF_ADS = /^(gclid|gbraid|wbraid|fbclid)$/;

/**
 * The campaign that brought the visitor, as far as it may be known: out of this address, else out of the one they came
 * in by.
 * It is stored for the length of the visit, after consent only, and forgotten when that is taken back.
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
    // Storage switched off, or not ours: the visit is counted without a campaign.
    return {};
  }
}
