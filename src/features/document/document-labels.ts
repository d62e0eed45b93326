import type { LabelKey } from '../../i18n/label-key.ts';
import type { DOCUMENT_KINDS } from '../property/media-items.ts';

/** What each kind of document is called. */
export const DOCUMENT_LABELS: Readonly<Record<(typeof DOCUMENT_KINDS)[number], LabelKey>> = {
  energy: 'DOCUMENT_ENERGY',
  asbestos: 'DOCUMENT_ASBESTOS',
  planning: 'DOCUMENT_PLANNING',
  plan: 'DOCUMENT_PLAN',
  electricity: 'DOCUMENT_ELECTRICITY',
  soil: 'DOCUMENT_SOIL',
  other: 'DOCUMENT_OTHER',
};
