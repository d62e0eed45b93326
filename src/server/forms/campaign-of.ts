const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'fbclid'];

/** The campaign values that the page handed along. */
export function campaignOf(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(CAMPAIGN.flatMap((name) => (textIn(raw[name]) ? [[name, textIn(raw[name]).slice(0, 200)]] : [])));
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');
