import added from './added-labels.json' with { type: 'json' };

/** Parts of label keys that were renamed in November 2026; the old keys are read until November 2027. */
const RENAMED: readonly (readonly [old: RegExp, current: string])[] = [
  [/^NEWS_REQUESTS$/, 'NEWS_LEADS'],
  [/(^|_)VISITS(?=_|$)/, '$1VIEWINGS'],
  [/(^|_)VISIT(?=_|$)/, '$1VIEWING'],
  [/(^|_)HOMES(?=_|$)/, '$1PROPERTIES'],
  [/(^|_)HOME(?=_)/, '$1PROPERTY'],
  [/(^|_)(SAVE|SAVED|REMOVE|VIEW)_HOME$/, '$1$2_PROPERTY'],
];

/**
 * The present key of a label.
 * @example currentLabelKey('PLAN_A_VISIT') // 'PLAN_A_VIEWING'
 */
export const currentLabelKey = (key: string): string =>
  RENAMED.reduce((name, [old, current]) => name.replace(old, current), key);

/** A label file under its present keys, with the labels that were added since the file was written. */
export function currentLabels<Text>(
  language: string,
  file: Readonly<Record<string, Text>>,
): Record<string, Text | string> {
  const missing: Readonly<Record<string, string>> = { ...added }[language as keyof typeof added] ?? {};
  const renamed = Object.entries(file).map(([key, text]) => [currentLabelKey(key), text] as const);
  return { ...missing, ...Object.fromEntries(renamed), ...file };
}
