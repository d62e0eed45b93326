import { formatNumber } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';

/** Views per day with one decimal. */
const perDay = (value: number, language: string) => formatNumber(Math.round(value * 10) / 10, language);

/** The words of a comparison with similar properties; null where there are too few. */
export const comparisonWords = (
  comparison: { own: number; median: number; count: number } | null,
  language: string,
): string | null =>
  // A median of nothing tells nothing.
  comparison === null || comparison.median === 0
    ? null
    : labelsIn(language)('COMPARED_VIEWS', {
        own: perDay(comparison.own, language),
        median: perDay(comparison.median, language),
        number: comparison.count,
      });
