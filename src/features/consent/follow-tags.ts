import type { ConsentChoice, ConsentField } from '../../domain/consent/consent.ts';
import { campaignOf } from './campaign.ts';
import { dropCookies } from './drop-cookies.ts';
import { startPixel } from './pixel.ts';

/** Names of the cookies that belong to a consent and are deleted when it is withdrawn. */
const COOKIES: Readonly<Partial<Record<ConsentField, RegExp>>> = {
  consentAnalyticsStorage: /^_(ga|gid|gat)/,
  consentAdStorage: /^_(gcl|gac|fbp|fbc)/,
};

let viewed = false;
let managed = false;

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
