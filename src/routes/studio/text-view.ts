import type { EditedText } from '../../server/catalogue/changes/change-texts.ts';
import type { EditedLabel } from '../../server/services/translations/site-labels.ts';
import type { BatchText } from '../../server/services/translations/text-batches.ts';

/** A page about texts that is shown in response to a POST: what was typed is in it. */
export type TextView =
  | { kind: 'translation'; query: URLSearchParams; refused: readonly EditedText[] }
  | { kind: 'labels'; query: URLSearchParams; refused: readonly EditedLabel[] }
  | { kind: 'left'; done: 'replaced' | 'undone'; count: number; left: readonly BatchText[]; back: string };

/** Texts that were left as they are, with their reason; the others were saved, or are as wanted. */
export const textsLeft = (texts: readonly BatchText[]): BatchText[] =>
  texts.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
