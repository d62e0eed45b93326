const MINUTE_MS = 60_000;

/**
 * How long ago something was, in the words of a language.
 * @example waitedInWords('2026-11-24T08:00:00Z', 'en', Date.parse('2026-11-24T10:00:00Z')) // '2 hours ago'
 */
export function waitedInWords(at: string, language: string, nowMs = Date.now()): string {
  const minutes = Math.round((nowMs - Date.parse(at)) / MINUTE_MS);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  // "Now", which "0 minutes" is not in every language.
  if (minutes <= 0) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const [value, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 48 * 60
        ? ([Math.round(minutes / 60), 'hour'] as const)
        : ([Math.round(minutes / 1440), 'day'] as const);
  return words.format(-value, unit);
}
