import type { EditedText } from '../../content/changes/change-texts.server.ts';
import type { EditedLabel } from './site-labels.server.ts';
import type { BatchText } from './text-batches.server.ts';

/** A page about texts that is shown in response to a POST: what was typed is in it. */
export type TextView =
  | { kind: 'translation'; query: URLSearchParams; refused: readonly EditedText[] }
  | { kind: 'labels'; query: URLSearchParams; refused: readonly EditedLabel[] }
  | { kind: 'left'; done: 'replaced' | 'undone'; count: number; left: readonly BatchText[]; back: string };

/** Texts that were left as they are, with their reason; the others were saved, or are as wanted. */
export const textsLeft = (texts: readonly BatchText[]): BatchText[] =>
  texts.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
