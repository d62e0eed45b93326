import type { ConsentChoice, ConsentField } from './consent.ts';

/** Names of the cookies that belong to a consent and are deleted when it is withdrawn. */
const COOKIES: Readonly<Partial<Record<ConsentField, RegExp>>> = {
  consentAnalyticsStorage: /^_(ga|gid|gat)/,
  consentAdStorage: /^_(gcl|gac|fbp|fbc)/,
};

let viewed = false;
let managed = false;
/** What the pixel was told last. */
let granted = false;

/**
 * Starts what the visitor allowed and nothing else: tag manager, page view, pixel. Cookies that are no longer allowed
 * are deleted.
 */
export function followTags(
  { tagManager, pixel }: { tagManager?: string; pixel?: string },
  choice: ConsentChoice,
): void {
  for (const [field, names] of Object.entries(COOKIES)) if (!choice[field as ConsentField]) dropCookies(names);
  const campaign = campaignOf(choice);
  if (choice.consentAnalyticsStorage && !viewed) {
    viewed = true;
    globalThis.dataLayer?.push({
      event: 'page_view',
      page_location: location.href,
      page_referrer: document.referrer,
      page_title: document.title,
      ...campaign,
    });
  }
  if (tagManager && !managed && Object.values(choice).some(Boolean)) {
    managed = true;
    globalThis.dataLayer?.push({ event: 'gtm.js', 'gtm.start': Date.now() });
    insert(`https://www.googletagmanager.com/gtm.js?id=${tagManager}`);
  }
  if (pixel) startPixel(pixel, choice.consentAdStorage, insert);
}

function insert(src: string): void {
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
}

const KEY = 'campaign';
const OF_ANALYTICS = /^utm_[a-z_]{2,20}$/;
/** Click identifiers of advertisements: kept only when advertising is allowed too. */
const OF_ADS = /^(gclid|gbraid|wbraid|fbclid)$/;

/**
 * The campaign that brought the visitor, as far as consent allows: from the current URL, else from the landing URL. It
 * is stored for the length of the session, only after consent, and deleted when consent is withdrawn.
 */
function campaignOf(choice: ConsentChoice): Record<string, string> {
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

/** Deletes the cookies of this site whose name matches, on this host and on every parent domain. */
function dropCookies(names: RegExp): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, at) => labels.slice(at).join('.'));
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (!names.test(name)) continue;
    // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    for (const domain of ['', ...domains.map((one) => `;domain=${one}`)])
      document.cookie = `${name}=;path=/;max-age=0${domain}`;
    // biome-ignore-end lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  }
}

/**
 * The function that a page calls. The pixel's script reads `queue` when it loads and handles calls itself from then on.
 */
interface Pixel {
  (...command: unknown[]): void;
  queue: unknown[][];
  callMethod?: (...command: unknown[]) => void;
  push: Pixel;
  loaded: boolean;
  version: string;
}

declare global {
  var fbq: Pixel | undefined;
  var _fbq: Pixel | undefined;
}

/** Starts the Meta pixel when advertising is allowed. Once started, it is informed of every change. */
function startPixel(id: string, allowed: boolean, insert: (src: string) => void): void {
  if (globalThis.fbq && allowed !== granted) globalThis.fbq('consent', allowed ? 'grant' : 'revoke');
  granted = allowed;
  if (globalThis.fbq || !allowed) return;
  const pixel = ((...command: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...command);
    else pixel.queue.push(command);
  }) as Pixel;
  Object.assign(pixel, { queue: [], push: pixel, loaded: true, version: '2.0' });
  globalThis.fbq = pixel;
  globalThis._fbq = pixel;
  pixel('consent', 'grant');
  pixel('init', id);
  pixel('track', 'PageView');
  insert('https://connect.facebook.net/en_US/fbevents.js');
}
