import type { LabelKey } from '../../i18n/label-key.ts';
import type { Place } from './pointer.ts';

/** What is wrong with a field of a content file, as a form shows it. */
export interface Finding {
  place: Place;
  /** An error keeps the site from being published. */
  severity: 'error' | 'warning';
  label: LabelKey;
  values: Readonly<Record<string, string | number>>;
}
