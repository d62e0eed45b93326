import type { LabelKey } from '../../i18n/label-key.ts';
import type { TrackingSettings } from './settings.ts';

/** One cookie, or one item in the storage of the browser. */
export interface StoredItem {
  /** Its name; `*` stands for any end of a name. */
  name: string;
  where: 'cookie' | 'local' | 'session';
  purpose: LabelKey;
  /**
   * When it ends; `portal`: as settings/portal.json says; null: an item of session storage ends with its tab, another
   * one stays until the visitor deletes it.
   */
  kept: readonly [count: number, unit: 'minute' | 'hour' | 'day' | 'month' | 'year'] | 'portal' | null;
  /** The setting of tracking.json without which the item never exists; `any`: one of them. */
  setting?: 'tagManager' | 'pixel' | 'any';
  /** The other company that sets it, after consent. */
  company?: string;
  /** Prefix of the name of a cookie of this site on HTTPS; left out: `__Host-`. */
  prefix?: '__Host-' | '__Secure-';
}

const YEAR = [1, 'year'] as const;
const google = { where: 'cookie', setting: 'tagManager', company: 'Google' } as const;
const meta = { where: 'cookie', purpose: 'STORED_ADS', kept: [90, 'day'], setting: 'pixel', company: 'Meta' } as const;

/**
 * Everything that the site stores in a browser. The cookie policy shows the list; tests compare it with the source and
 * with what a browser holds after use.
 */
const STORED_ITEMS: readonly StoredItem[] = [
  { name: 'lang', where: 'cookie', purpose: 'STORED_LANGUAGE', kept: YEAR },
  { name: 'lang', where: 'local', purpose: 'STORED_LANGUAGE', kept: null },
  { name: 'shortlist', where: 'cookie', purpose: 'STORED_SHORTLIST', kept: YEAR },
  { name: 'name', where: 'cookie', purpose: 'STORED_NAME', kept: [90, 'day'] },
  { name: 'documents', where: 'cookie', purpose: 'STORED_DOCUMENTS', kept: YEAR },
  { name: 'sent', where: 'cookie', purpose: 'STORED_SENT', kept: [30, 'minute'], prefix: '__Secure-' },
  { name: 'asked', where: 'cookie', purpose: 'STORED_ASKED', kept: [1, 'hour'] },
  { name: 'owner', where: 'cookie', purpose: 'STORED_OWNER', kept: 'portal' },
  { name: 'staff', where: 'cookie', purpose: 'STORED_STAFF', kept: [12, 'hour'] },
  { name: 'viewed', where: 'local', purpose: 'STORED_VIEWED', kept: null },
  { name: 'sessions', where: 'local', purpose: 'STORED_SESSIONS', kept: null },
  { name: 'consent*', where: 'local', purpose: 'STORED_CONSENT', kept: [6, 'month'] },
  { name: 'draft-*', where: 'session', purpose: 'STORED_DRAFT', kept: null },
  { name: 'preview-beside', where: 'session', purpose: 'STORED_PREVIEW', kept: null },
  { name: 'campaign', where: 'session', purpose: 'STORED_CAMPAIGN', kept: null, setting: 'any' },
  { ...google, name: '_ga*', purpose: 'STORED_ANALYTICS', kept: [2, 'year'] },
  { ...google, name: '_gid', purpose: 'STORED_ANALYTICS', kept: [1, 'day'] },
  { ...google, name: '_gcl*', purpose: 'STORED_ADS', kept: [90, 'day'] },
  { ...google, name: '_gac*', purpose: 'STORED_ADS', kept: [90, 'day'] },
  { ...meta, name: '_fbp' },
  { ...meta, name: '_fbc' },
];

/** What a site with these identifiers can store in a browser. */
export function storedItemsIn(tracking: TrackingSettings): StoredItem[] {
  const has = { tagManager: tracking.tagManager, pixel: tracking.pixel, any: tracking.tagManager ?? tracking.pixel };
  return STORED_ITEMS.filter(({ setting }) => !setting || has[setting]);
}

/** The name of an item as a browser shows it. */
export const shownName = ({ name, where, company, prefix = '__Host-' }: StoredItem, isHttps: boolean): string =>
  isHttps && where === 'cookie' && !company ? prefix + name : name;
