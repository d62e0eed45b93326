import type { LabelKey } from '../../i18n/label-key.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';

/** What the states of a viewing are called. */
export const VIEWING_STATE_LABELS: Readonly<Record<ViewingRow['state'], LabelKey>> = {
  requested: 'STUDIO_STATE_REQUESTED',
  confirmed: 'STUDIO_STATE_CONFIRMED',
  cancelled: 'STUDIO_STATE_CANCELLED',
  done: 'STUDIO_STATE_DONE',
  missed: 'STUDIO_STATE_MISSED',
};
