import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { isKeyOf, keysOf } from '../../platform/values/values.ts';
import { SAVED_SEARCH } from '../statistics/views.ts';

/** How a request came that staff entered by hand. */
const BY_HAND = {
  phone: 'LEAD_SOURCE_PHONE',
  counter: 'LEAD_SOURCE_COUNTER',
  mail: 'LEAD_SOURCE_MAIL',
  portal: 'LEAD_SOURCE_PORTAL',
  other: 'LEAD_SOURCE_OTHER',
} as const satisfies Record<string, LabelKey>;
export type HandSource = keyof typeof BY_HAND;
export const HAND_SOURCES = keysOf(BY_HAND);

/** Every source that the agency knows itself, with its label; others are the sources of campaigns. */
const LEAD_SOURCES = { [SAVED_SEARCH]: 'LEAD_SOURCE_SAVED', ...BY_HAND } as const;
export const OWN_SOURCES = keysOf(LEAD_SOURCES);

/** A source in words; that of a campaign as it is. */
export const sourceInWords = (source: string, t: Translate): string =>
  isKeyOf(LEAD_SOURCES, source) ? t(LEAD_SOURCES[source]) : source;
