import type { AstroGlobal } from 'astro';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { ConsentField } from './consent.ts';
import type { TrackingSettings } from './settings.ts';

/** A third party that a page may contact, and what has to happen before it does. */
export interface ThirdParty {
  name: string;
  /** Origins that the Content Security Policy allows. */
  hosts: readonly string[];
  /** URLs of its scripts, with their path: allowing a whole tag host would allow anybody's script. */
  scripts?: readonly string[];
  purpose: LabelKey;
  category: 'analytics' | 'marketing' | 'social-media' | 'unclassified';
  /** One consent, any of the four, or a click on a button that names the company. */
  needs: ConsentField | 'any' | 'click';
  /** true: the company belongs to one outside the European Union; the privacy statement names it. */
  isOutside?: true;
  /** The identifier in settings/tracking.json that it depends on; without that identifier it is not used. */
  setting?: keyof TrackingSettings & ('tagManager' | 'pixel');
}

/**
 * Every third party whose servers this site can make a browser contact. The cookie policy and the Content Security
 * Policy are built from this list.
 */
export const THIRD_PARTIES: readonly ThirdParty[] = [
  {
    name: 'Google Tag Manager',
    isOutside: true,
    hosts: ['https://www.googletagmanager.com'],
    scripts: ['https://www.googletagmanager.com/gtm.js', 'https://www.googletagmanager.com/gtag/js'],
    purpose: 'PURPOSE_TAG_MANAGER',
    category: 'unclassified',
    needs: 'any',
    setting: 'tagManager',
  },
  {
    name: 'Google Analytics',
    isOutside: true,
    hosts: ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
    purpose: 'PURPOSE_ANALYTICS',
    category: 'analytics',
    needs: 'consentAnalyticsStorage',
    setting: 'tagManager',
  },
  {
    name: 'Google Ads',
    isOutside: true,
    hosts: [
      'https://www.googleadservices.com',
      'https://googleads.g.doubleclick.net',
      'https://td.doubleclick.net',
      'https://www.google.com',
    ],
    purpose: 'PURPOSE_ADS',
    category: 'marketing',
    needs: 'consentAdStorage',
    setting: 'tagManager',
  },
  {
    name: 'Meta',
    isOutside: true,
    hosts: ['https://connect.facebook.net', 'https://www.facebook.com'],
    scripts: ['https://connect.facebook.net/en_US/fbevents.js', 'https://connect.facebook.net/signals/'],
    purpose: 'PURPOSE_ADS',
    category: 'marketing',
    needs: 'consentAdStorage',
    setting: 'pixel',
  },
  {
    name: 'YouTube',
    isOutside: true,
    hosts: ['https://www.youtube-nocookie.com'],
    purpose: 'PURPOSE_VIDEO',
    category: 'social-media',
    needs: 'click',
  },
  {
    name: 'Facebook Video',
    isOutside: true,
    hosts: ['https://www.facebook.com'],
    purpose: 'PURPOSE_VIDEO',
    category: 'social-media',
    needs: 'click',
  },
  {
    name: 'Vimeo',
    isOutside: true,
    hosts: ['https://player.vimeo.com'],
    purpose: 'PURPOSE_VIDEO',
    category: 'unclassified',
    needs: 'click',
  },
  {
    name: 'Matterport',
    isOutside: true,
    hosts: ['https://my.matterport.com'],
    purpose: 'PURPOSE_TOUR',
    category: 'unclassified',
    needs: 'click',
  },
  { name: 'TVL', hosts: ['https://tvl.be'], purpose: 'PURPOSE_TOUR', category: 'unclassified', needs: 'click' },
  { name: 'Yisual', hosts: ['https://yisual.com'], purpose: 'PURPOSE_TOUR', category: 'unclassified', needs: 'click' },
];

/** The third parties that a site with these identifiers can contact. */
export function thirdPartiesIn(tracking: TrackingSettings): ThirdParty[] {
  return THIRD_PARTIES.filter(({ setting }) => !setting || tracking[setting]);
}

/**
 * Origins that every page of a site with these identifiers allows. What a click loads is allowed only by its own page.
 */
export function taggedHosts(tracking: TrackingSettings): string[] {
  return [...new Set(thirdPartiesIn(tracking).flatMap(({ needs, hosts }) => (needs === 'click' ? [] : hosts)))];
}

/** URLs of scripts that every page of a site with these identifiers allows. */
export function taggedScripts(tracking: TrackingSettings): string[] {
  return thirdPartiesIn(tracking).flatMap(({ scripts = [] }) => scripts);
}

/** Adds to the policy of the page that is rendered what the tags with these identifiers request, show and run. */
export function allowTags(csp: AstroGlobal['csp'] | undefined, tracking: TrackingSettings): void {
  const hosts = taggedHosts(tracking);
  if (hosts.length > 0)
    for (const kind of ['img', 'connect', 'frame'] as const) csp?.insertDirective(`${kind}-src ${hosts.join(' ')}`);
  const scripts = taggedScripts(tracking);
  // Named sources replace the one that Astro adds when there is none.
  if (scripts.length > 0) for (const source of ["'self'", ...scripts]) csp?.insertScriptResource(source);
}
