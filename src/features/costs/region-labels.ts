import type { LabelKey } from '../../i18n/label-key.ts';
import type { Region } from '../place/region.ts';

/** What each region is called. */
export const REGION_LABELS: Readonly<Record<Region, LabelKey>> = {
  flanders: 'REGION_FLANDERS',
  brussels: 'REGION_BRUSSELS',
  wallonia: 'REGION_WALLONIA',
};
